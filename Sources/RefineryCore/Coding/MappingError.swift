/// A body could not be decoded, or a model could not be encoded. The error contains the place and the reason, but never the
/// value.
///
/// ```swift
/// catch let error as MappingError {
///   print(error)   // "missing at data.people[3].name"
/// }
/// ```
public struct MappingError: SafelyDescribed {
  /// What is wrong.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind in a few words.
    public let description: String

    /// A kind for a coder of your own.
    public init(_ description: String) { self.description = description }

    /// A member is missing.
    public static let missing = Kind("missing")
    /// A member is `null` where a value is needed.
    public static let null = Kind("null")
    /// A value has another type, such as text instead of a number.
    public static let wrongType = Kind("wrong type")
    /// An object instead of a list, or another value of the wrong structure.
    public static let wrongShape = Kind("wrong shape")
    /// A value of the right type that the model refuses, such as a number that does not fit or text that is not a date.
    public static let invalid = Kind("invalid")
    /// The body is not a document of its format.
    public static let malformed = Kind("malformed")
    /// There is no body where a value is needed.
    public static let emptyBody = Kind("empty body")
    /// A model cannot be encoded: because of NaN, infinity, or an error of its own code.
    public static let unencodable = Kind("unencodable")
  }

  /// What is wrong.
  public let kind: Kind
  /// The path: names of members, and indexes of lists as `[3]`. Empty for the body itself.
  public let codingPath: [String]
  /// What was expected, if known: a type's name, `array` or `object`.
  public let expected: String?
  /// The coder's `DecodingError` or `EncodingError`, `JSONValue.Malformed`, or an error of the model's own code. Unlike this
  /// error, it may contain the value.
  public let underlying: (any Error)?

  /// Creates an error, for a coder of your own.
  public init(_ kind: Kind, at codingPath: [String] = [], expected: String? = nil, underlying: (any Error)? = nil) {
    self.kind = kind
    self.codingPath = codingPath
    self.expected = expected
    self.underlying = underlying
  }

  /// Returns the error for a missing body if a value of this type is needed.
  public static func emptyBody(expecting type: any Any.Type) -> MappingError {
    MappingError(.emptyBody, expected: String(describing: type))
  }

  /// Whether the value at the end of this path is missing or null. The option ``Options/acceptsAbsentList`` makes such a list
  /// empty.
  package func isAbsence(of path: [String]) -> Bool {
    ([.missing, .null].contains(kind) && codingPath == path) || (kind == .emptyBody && path.isEmpty)
  }

  /// The path as text, such as `data.people[3].name`. Keys that came from the server are shortened and escaped.
  package var pathText: String {
    codingPath.reduce(into: "") { text, part in
      if !text.isEmpty, !part.hasPrefix("[") { text += "." }
      text += Redaction.escaped(Redaction.shortened(part, to: 64))
    }
  }

  /// One line, safe to log.
  public var description: String {
    var text = kind.description
    if !codingPath.isEmpty { text += " at \(pathText)" }
    if let expected { text += ", expected \(expected)" }
    switch underlying {
    case let malformed as JSONValue.Malformed where codingPath.isEmpty: return malformed.description
    case nil, is DecodingError, is EncodingError: return text
    case let underlying?: return "\(text): \(ErrorSummary.text(of: underlying))"
    }
  }
}

extension MappingError {
  /// Converts an error of a decoder.
  ///
  /// - Parameter type: the type that was decoded.
  public init(decoding error: any Error, expecting type: any Any.Type) {
    switch error {
    case let error as MappingError:
      self = error
    case let error as JSONValue.Malformed:
      self.init(.malformed, underlying: error)
    case DecodingError.keyNotFound(let key, let context):
      self.init(.missing, at: Self.path(context.codingPath + [key]), underlying: error)
    case DecodingError.valueNotFound(let type, let context):
      self.init(.null, at: Self.path(context.codingPath), expected: Self.name(of: type), underlying: error)
    case DecodingError.typeMismatch(let type, let context):
      let isShape = type == [Any].self || type == [String: Any].self
      self.init(
        isShape ? .wrongShape : .wrongType, at: Self.path(context.codingPath), expected: Self.name(of: type), underlying: error)
    case DecodingError.dataCorrupted(let context) where context.underlyingError is JSONMalformed:
      self.init(.malformed, at: Self.path(context.codingPath), underlying: context.underlyingError)
    case DecodingError.dataCorrupted(let context):
      self.init(.invalid, at: Self.path(context.codingPath), underlying: context.underlyingError ?? error)
    default:
      self.init(.invalid, expected: Self.name(of: type), underlying: error)
    }
  }

  /// Converts an error of an encoder.
  public init(encoding error: any Error) {
    switch error {
    case let error as MappingError:
      self = error
    case EncodingError.invalidValue(_, let context):
      self.init(.unencodable, at: Self.path(context.codingPath), underlying: context.underlyingError ?? error)
    default:
      self.init(.unencodable, underlying: error)
    }
  }

  /// Returns the result of `encode`, or throws its error as a mapping error.
  static func encoding<Output>(_ encode: () throws -> Output) throws(MappingError) -> Output {
    do { return try encode() } catch { throw MappingError(encoding: error) }
  }

  /// Returns the error of a value whose own path begins at this one.
  func within(_ path: [String]) -> MappingError {
    MappingError(kind, at: path + codingPath, expected: expected, underlying: underlying)
  }

  static func path(_ keys: [any CodingKey]) -> [String] {
    keys.map { key in
      // The key of an element has the text "Index 3"; the key of a dictionary with numbers has the text "3".
      guard let index = key.intValue, key.stringValue != String(index) else { return key.stringValue }
      return "[\(index)]"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    if type == [Any].self { return "array" }
    if type == [String: Any].self { return "object" }
    return String(describing: type)
  }
}
