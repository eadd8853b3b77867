/// A coder whose lists can be read item by item while they arrive: its bodies are JSON, an item means the same by itself as in
/// its list, and so do some of them as a list of their own.
///
/// Nothing but that promise is needed: items are found without the coder, and read by ``Coder/decode(_:from:at:)``, some at a
/// time as `[Element]` and, where that fails, one by one. A coder for documents whose items need what stands beside them, as
/// JSON:API's do, cannot promise it.
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

/// A call cannot be read item by item; nothing was sent.
public struct Unstreamable: SafelyDescribed, Equatable {
  /// Why not.
  public enum Reason: Sendable, Hashable {
    /// Its coder, named here, is no ``StreamingCoder``.
    case coder(String)
    /// Its answer is not read as a list of models, but by a function or as something else.
    case mapping
  }

  /// Why not.
  public let reason: Reason

  /// One line, safe to log.
  public var description: String {
    switch reason {
    case .coder(let name): "\(name) cannot read a list item by item: only a StreamingCoder can"
    case .mapping: "the call does not read its answer as a list of models, so it has no items to stream"
    }
  }
}
