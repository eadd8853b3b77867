public import FoundationEssentials

/// Writes models as JSON: what `JSONEncoder` writes, with the same strategies and errors, several times as fast.
///
/// It is a value: copies share nothing, and one may serve any number of tasks at once. Where it differs from Foundation
/// the article on differences says so. Without `sortedKeys`, members stand in the order in which the model writes them.
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
  /// How dates are written: Foundation's own type, so that one strategy serves both encoders.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How `Data` is written.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// What stands for infinity and NaN.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  /// How coding keys become the names of members.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
  /// How the document looks.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting

  /// What becomes of a property that is nil and that the model writes with `encodeIfPresent`, as a synthesized `Codable`
  /// does with every optional: at every depth, in models of every kind. What a model writes as `null` itself stays `null`.
  public enum NilEncodingStrategy: Sendable, Hashable {
    /// It is left out, as by `JSONEncoder`.
    case omit
    /// It is written as `null`.
    case null
  }

  /// How the document looks; by default it is without white space, with slashes escaped.
  public var outputFormatting: OutputFormatting {
    get { settings.outputFormatting }
    set { settings.outputFormatting = newValue }
  }
  /// How dates are written; by default as `Date` writes itself, in seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { settings.dateEncodingStrategy }
    set { settings.dateEncodingStrategy = newValue }
  }
  /// How `Data` is written; by default as Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { settings.dataEncodingStrategy }
    set { settings.dataEncodingStrategy = newValue }
  }
  /// What stands for infinity and NaN; by default nothing does.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { settings.nonConformingFloatEncodingStrategy }
    set { settings.nonConformingFloatEncodingStrategy = newValue }
  }
  /// How coding keys become the names of members; by default they are the same. The keys of a `[String: Value]` are data
  /// and stay as they are.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { settings.keyEncodingStrategy }
    set { settings.keyEncodingStrategy = newValue }
  }
  /// What becomes of properties without a value; by default they are left out.
  public var nilEncodingStrategy: NilEncodingStrategy = .omit
  /// Whether dates are written as RFC 3339 has them, in UTC and with milliseconds where a date has a fraction of a second, in
  /// place of ``dateEncodingStrategy``: see ``InternetDate``. Dates beyond the years 0 to 9999 are refused.
  public var writesInternetDates: Bool {
    get { settings.writesInternetDates }
    set { settings.writesInternetDates = newValue }
  }
  /// Whether a `UUID` is written in lower case, as RFC 9562, section 4, has it, and not in capitals as it writes itself.
  public var writesLowercaseUUIDs: Bool {
    get { settings.writesLowercaseUUIDs }
    set { settings.writesLowercaseUUIDs = newValue }
  }
  /// The rule by which the keys of models become the names of members, in place of ``keyEncodingStrategy``: the same as
  /// ``JSONModelDecoder/memberName``. It is asked once for each key in a document; the keys of dictionaries are data and stay
  /// as they are.
  public var memberName: (@Sendable (_ key: String) -> String)? {
    get { settings.memberName }
    set { settings.memberName = newValue }
  }
  /// What models can ask for while they write themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  // Copies share what the last documents left behind for as long as their settings are the same.
  private var settings = WritingSettings() { didSet { idle = IdleWriters() } }
  private var idle = IdleWriters()

  /// An encoder with the defaults.
  public init() {}

  /// The value as a document of UTF-8.
  ///
  /// - Throws: `EncodingError.invalidValue` with the path to it for a number or a date that JSON cannot write, for a model
  ///   that writes nothing or two kinds of value in one place, and beyond 512 levels; or what the model throws.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try write(value) { root in try root.writeInPlace(value) }
  }

  /// The value as a document of UTF-8, written with a configuration.
  ///
  /// - Throws: as ``encode(_:)`` does.
  public func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try write(value) { root in try value.encode(to: root, configuration: configuration) }
  }

  /// The value as a document of UTF-8, written with the configuration that a type provides.
  ///
  /// - Throws: as ``encode(_:)`` does.
  public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
    _ value: Value, configuration: Provider.Type
  ) throws -> Data where Value.EncodingConfiguration == Provider.EncodingConfiguration {
    try encode(value, configuration: Provider.encodingConfiguration)
  }

  private func write<Value>(_ value: Value, _ body: (WritingLevel) throws -> Void) throws -> Data {
    var root = idle.take() ?? WritingLevel(Writing(settings), nesting: 0)
    root.writing.writesNulls = nilEncodingStrategy == .null
    var isWhole = false
    defer { if WritingLevel.end(&root), isWhole { idle.give(root) } }
    try body(root)
    if root.state == .empty {
      throw root.invalid(value, [], "The value wrote nothing.")
    }
    root.close()
    if let fault = root.writing.fault { throw fault }
    isWhole = true
    return root.sink.data()
  }
}
