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
/// encoder.nilEncodingStrategy = .null
/// let data = try encoder.encode(Person(id: 1, name: "Ann"))   // {"id":1,"name":"Ann","nickname":null}
/// ```
public struct JSONModelEncoder: Sendable {
  /// How dates are encoded. It is Foundation's type, so one strategy serves both encoders.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How `Data` is encoded.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// The strings that represent infinity and NaN.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  /// How coding keys become names of members.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
  /// The format of the document.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting

  /// How nil properties are encoded.
  ///
  /// It applies to each property that a model writes with `encodeIfPresent`, as a synthesized `Codable` does with every
  /// optional, at every depth. A `null` that a model writes itself stays `null`.
  public enum NilEncodingStrategy: Sendable, Hashable {
    /// The member is left out, as by `JSONEncoder`.
    case omit
    /// The member is written as `null`.
    case null
  }

  /// The format of the document. By default it has no white space, and slashes are escaped.
  ///
  /// A ``JSONValue`` in the document never has white space or escaped slashes, even with `prettyPrinted`. `sortedKeys` sorts
  /// its members.
  public var outputFormatting: OutputFormatting {
    get { settings.outputFormatting }
    set { settings.outputFormatting = newValue }
  }
  /// How dates are encoded. The default is the format of `Date` itself: seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { settings.dateEncodingStrategy }
    set { settings.dateEncodingStrategy = newValue }
  }
  /// How `Data` is encoded. The default is Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { settings.dataEncodingStrategy }
    set { settings.dataEncodingStrategy = newValue }
  }
  /// The strings that represent infinity and NaN. By default there are none.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { settings.nonConformingFloatEncodingStrategy }
    set { settings.nonConformingFloatEncodingStrategy = newValue }
  }
  /// How coding keys become names of members. By default they are equal. The keys of a `[String: Value]` are data and do
  /// not change.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { settings.keyEncodingStrategy }
    set { settings.keyEncodingStrategy = newValue }
  }
  /// How nil properties are encoded. By default they are left out.
  public var nilEncodingStrategy: NilEncodingStrategy = .omit
  /// Whether dates are encoded in the format of RFC 3339, in UTC, with milliseconds if a date has a fraction of a second. If
  /// true, ``dateEncodingStrategy`` does not apply. See ``InternetDate``. Dates outside the years 0 to 9999 are refused.
  public var writesInternetDates: Bool {
    get { settings.writesInternetDates }
    set { settings.writesInternetDates = newValue }
  }
  /// Whether a `UUID` is written in lower case (RFC 9562, section 4) instead of capitals.
  public var writesLowercaseUUIDs: Bool {
    get { settings.writesLowercaseUUIDs }
    set { settings.writesLowercaseUUIDs = newValue }
  }
  /// A rule that returns the name of the member for a model's key, as ``JSONModelDecoder/memberName`` does. If set,
  /// ``keyEncodingStrategy`` does not apply. The encoder calls it once for each key in a document. The keys of dictionaries
  /// are data and do not change.
  public var memberName: (@Sendable (_ key: String) -> String)? {
    get { settings.memberName }
    set { settings.memberName = newValue }
  }
  /// Values for models to use while they encode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  // Copies share the pool as long as their settings are equal.
  private var settings = EncoderSettings() { didSet { pool = EncoderPool() } }
  private var pool = EncoderPool()

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

  /// Encodes a value with the configuration of a provider type.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
    _ value: Value, configuration: Provider.Type
  ) throws -> Data where Value.EncodingConfiguration == Provider.EncodingConfiguration {
    try encode(value, configuration: Provider.encodingConfiguration)
  }

  private func write<Value>(_ value: Value, _ body: (ValueEncoder) throws -> Void) throws -> Data {
    var root = pool.take() ?? ValueEncoder(EncodingContext(settings), nesting: 0)
    root.context.writesNulls = nilEncodingStrategy == .null
    var isWhole = false
    defer { if ValueEncoder.end(&root), isWhole { pool.give(root) } }
    try body(root)
    if root.state == .empty {
      throw root.invalid(value, [], "The value did not encode anything.")
    }
    root.close()
    if let fault = root.context.fault { throw fault }
    isWhole = true
    return root.output.data()
  }
}
