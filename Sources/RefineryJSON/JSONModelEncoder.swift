public import FoundationEssentials

/// Encodes models as JSON. It writes what `JSONEncoder` writes, with the same strategies and errors, and is several times as
/// fast.
///
/// An encoder is a value: copies are independent, and one encoder can serve any number of tasks at once. The article
/// ``RefineryJSON`` lists the differences from `JSONEncoder`. Without `sortedKeys`, members are in the order in which the
/// model writes them.
///
/// ```swift
/// struct Person: Codable { var id: Int; var name: String; var nickname: String? }
///
/// var encoder = JSONModelEncoder()
/// encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
/// encoder.writesNulls = true
/// let data = try encoder.encode(Person(id: 1, name: "Ann"))   // {"id":1,"name":"Ann","nickname":null}
/// ```
public struct JSONModelEncoder: Sendable {
  /// The format of the document. By default it has no white space, and slashes are escaped.
  ///
  /// A ``JSONValue`` in the document never has white space or escaped slashes, even with `prettyPrinted`. `sortedKeys` sorts
  /// its members.
  public var outputFormatting: JSONEncoder.OutputFormatting = [] { didSet { renewPool() } }
  /// How dates are encoded. The default is the format of `Date` itself: seconds since 2001. As the other strategies, it is
  /// Foundation's type, so one value serves both encoders.
  public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate { didSet { renewPool() } }
  /// How `Data` is encoded. The default is Base64.
  public var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64 { didSet { renewPool() } }
  /// The strings that represent infinity and NaN. By default there are none.
  public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw {
    didSet { renewPool() }
  }
  /// How coding keys become names of members. By default they are equal. The keys of a `[String: Value]` are data and do
  /// not change.
  public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys { didSet { renewPool() } }
  /// Whether nil properties are written as `null`. By default their members are left out, as by `JSONEncoder`.
  ///
  /// It applies to each property that a model writes with `encodeIfPresent`, as a synthesized `Codable` does with every
  /// optional, at every depth. A `null` that a model writes itself stays `null`.
  public var writesNulls = false
  /// Whether dates are encoded in the format of RFC 3339, in UTC, with milliseconds if a date has a fraction of a second. If
  /// true, ``dateEncodingStrategy`` does not apply. Dates outside the years 0 to 9999 are refused.
  public var writesInternetDates = false { didSet { renewPool() } }
  /// Whether a `UUID` is written in lower case (RFC 9562, section 4) instead of capitals.
  public var writesLowercaseUUIDs = false { didSet { renewPool() } }
  /// A rule that returns the name of the member for a model's key, as ``JSONModelDecoder/memberName`` does. If set,
  /// ``keyEncodingStrategy`` does not apply. The encoder calls it once for each key in a document. The keys of dictionaries
  /// are data and do not change.
  public var memberName: (@Sendable (_ key: String) -> String)? { didSet { renewPool() } }
  /// Values for models to use while they encode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:] { didSet { renewPool() } }

  /// Copies share the pool as long as their settings are equal. It is nil in the copy that the pool's encoders hold.
  private var pool: EncoderPool? = EncoderPool()

  private mutating func renewPool() { pool = EncoderPool() }

  /// Creates an encoder with the default settings.
  public init() {}

  /// Encodes a value as a document in UTF-8.
  ///
  /// - Throws: `EncodingError.invalidValue` with the path to the value for a number or date that JSON cannot represent, for a
  ///   model that writes nothing or writes two values in one place, and for more than 512 nested values; or any error that the
  ///   model throws.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try write(value) { root in try root.writeInPlace(value) }
  }

  /// Encodes a value with a configuration.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  public func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try write(value) { root in try value.encode(to: root, configuration: configuration) }
  }

  private func write<Value>(_ value: Value, _ body: (ValueEncoder) throws -> Void) throws -> Data {
    var root = pool?.take() ?? newRoot()
    root.context.writesNulls = writesNulls
    var isWhole = false
    defer { if ValueEncoder.end(&root), isWhole { pool?.give(root) } }
    try body(root)
    if root.state == .empty {
      throw root.invalid(value, [], "The value did not encode anything.")
    }
    root.close()
    if let fault = root.context.fault { throw fault }
    isWhole = true
    return root.output.data()
  }
  private func newRoot() -> ValueEncoder {
    var settings = self
    settings.pool = nil
    return ValueEncoder(EncodingContext(settings), nesting: 0)
  }
}
