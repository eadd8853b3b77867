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
  public var outputFormatting: OutputFormatting = []
  /// How dates are written; by default as `Date` writes itself, in seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate
  /// How `Data` is written; by default as Base64.
  public var dataEncodingStrategy: DataEncodingStrategy = .base64
  /// What stands for infinity and NaN; by default nothing does.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
  /// How coding keys become the names of members; by default they are the same. The keys of a `[String: Value]` are data
  /// and stay as they are.
  public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
  /// What becomes of properties without a value; by default they are left out.
  public var nilEncodingStrategy: NilEncodingStrategy = .omit
  /// Whether dates are written as RFC 3339 has them, in UTC and with milliseconds where a date has a fraction of a second, in
  /// place of ``dateEncodingStrategy``: see ``InternetDate``. Dates beyond the years 0 to 9999 are refused.
  public var writesInternetDates = false
  /// The rule by which the keys of models become the names of members, in place of ``keyEncodingStrategy``: the same as
  /// ``JSONModelDecoder/memberName``. It is asked once for each key in a document; the keys of dictionaries are data and stay
  /// as they are.
  public var memberName: (@Sendable (_ key: String) -> String)?
  /// What models can ask for while they write themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

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
    let writing = Writing(self)
    var root = WritingLevel(writing, nesting: 0)
    defer { WritingLevel.end(&root) }
    try body(root)
    if root.state == .empty {
      throw root.invalid(value, [], "The value wrote nothing.")
    }
    root.close()
    if let fault = writing.fault { throw fault }
    return root.sink.data()
  }
}
