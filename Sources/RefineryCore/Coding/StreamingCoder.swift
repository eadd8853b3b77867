/// A coder whose lists can be decoded item by item while they arrive. The conformance promises that its bodies are JSON, and
/// that an item decodes to the same value on its own, in its list, and in a shorter list.
///
/// The protocol has no requirements: items are found without the coder and decoded by ``Coder/decode(_:from:at:)``, several at
/// a time as `[Element]` and, if that fails, one by one. A coder for documents whose items depend on other parts, such as
/// JSON:API's, must not conform.
///
/// ```swift
/// struct HouseCoder: StreamingCoder {
///   private let json = JSONCoder(dates: .secondsSince1970)
///   var contentType: String { json.contentType }
///   var accept: String { "application/vnd.house+json" }
///   func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { try json.encode(value, nulls: nulls) }
///   func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
///     try json.decode(type, from: data, at: path)
///   }
/// }
/// ```
public protocol StreamingCoder: Coder {}

extension JSONCoder: StreamingCoder {}
