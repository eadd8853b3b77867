import FoundationEssentials

/// Turns any `Encodable` into a ``RawJSON``, without writing text first.
///
/// Unlike Foundation's encoder it can write `null` for properties that have no value: with ``NullPolicy/nullified`` every
/// property that a synthesized `Codable` would leave out is written as `null`, at every depth. What a model writes as
/// `null` itself stays `null`, and an absent ``Field`` stays absent, under either policy. Members keep the order in which
/// they were written. Dates go by ``dates``, `Data` is written as base64, `URL` and `UUID` as text, `Decimal` as a number.
///
/// ```swift
/// let json = try RawJSONEncoder(nulls: .nullified).encode(person)   // {"name":"Ann","boss":null}
/// ```
public struct RawJSONEncoder: Sendable {
  /// What becomes of properties without a value.
  public var nulls: NullPolicy
  /// How dates are written.
  public var dates: DateStrategy
  /// How the names of properties become names of members.
  public var keys: KeyStrategy
  /// What models can ask for while they are encoded.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether a `UUID` is written in lower case, and not in capitals as it writes itself.
  public var writesLowercaseUUIDs: Bool

  /// An encoder.
  public init(
    nulls: NullPolicy = .valued, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten,
    userInfo: [CodingUserInfoKey: any Sendable] = [:], writesLowercaseUUIDs: Bool = false
  ) {
    self.nulls = nulls
    self.dates = dates
    self.keys = keys
    self.userInfo = userInfo
    self.writesLowercaseUUIDs = writesLowercaseUUIDs
  }

  /// The value as JSON.
  ///
  /// - Throws: `EncodingError` with the coding path, for infinity and NaN, for dates out of range, for values nested more
  ///   than 512 deep and for containers of two kinds in one place; and what the value's own code throws.
  public func encode<Value: Encodable>(_ value: Value) throws -> RawJSON {
    let encoding = Encoding(self)
    let json = try encoding.json(of: value, at: [])
    if let fault = encoding.fault { throw fault }
    return json
  }
}

/// One run of an encoder: its settings, and the first fault that could not be thrown where it happened.
final class Encoding {
  static let maximumDepth = 512

  let settings: RawJSONEncoder
  let writesNulls: Bool
  let keepsKeys: Bool
  var fault: EncodingError?
  private var names: [String: String] = [:]

  init(_ settings: RawJSONEncoder) {
    self.settings = settings
    writesNulls = settings.nulls == .nullified
    keepsKeys = settings.keys.isAsWritten
  }

  func name(of key: String) -> String {
    if keepsKeys { return key }
    if let name = names[key] { return name }
    let name = settings.keys.name(of: key)
    names[key] = name
    return name
  }

  func json<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> RawJSON {
    try member(of: value, at: path()) ?? .null
  }

  /// Nil for a field that is absent.
  func member<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> RawJSON? {
    if let special = try special(value, at: path) { return special }
    let path = path()
    guard path.count <= Self.maximumDepth else {
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "Too many values are nested."))
    }
    let node = EncodingNode()
    let isKeyedByData = !keepsKeys && value is any KeyedByData
    try value.encode(to: ValueEncoder(encoding: self, node: node, codingPath: path, isKeyedByData: isKeyedByData))
    guard let json = node.json else {
      if node.isAbsent { return nil }
      if !path.isEmpty { return .object([]) }
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "The value wrote nothing."))
    }
    return json
  }

  /// The types whose own `Codable` form is not the one JSON uses.
  private func special<Value>(_ value: Value, at path: () -> [any CodingKey]) throws -> RawJSON? {
    if Value.self == RawJSON.self { return value as? RawJSON }
    if Value.self == Date.self, let date = value as? Date {
      if let json = try settings.dates.json(of: date) { return json }
      throw EncodingError.outOfRange(date, at: path())
    }
    if Value.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
    if Value.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    if settings.writesLowercaseUUIDs, Value.self == UUID.self, let id = value as? UUID { return .string(id.text) }
    if Value.self == Decimal.self, let decimal = value as? Decimal {
      if let number = RawJSON.Number(decimal) { return .number(number) }
      throw invalid(decimal, path(), "JSON has no NaN.")
    }
    return nil
  }

  func json(of value: Double, at path: @autoclosure () -> [any CodingKey]) throws -> RawJSON {
    if let number = RawJSON.Number(value) { return .number(number) }
    throw invalid(value, path(), "JSON has neither infinity nor NaN.")
  }

  func json(of value: Float, at path: @autoclosure () -> [any CodingKey]) throws -> RawJSON {
    if let number = RawJSON.Number(value) { return .number(number) }
    throw invalid(value, path(), "JSON has neither infinity nor NaN.")
  }

  private func invalid(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }
}

extension EncodingError {
  /// Carries the date as a number: Foundation cannot put a date that is no point in time into words, and would trap.
  static func outOfRange(_ date: Date, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(date.timeIntervalSince1970, .init(codingPath: path, debugDescription: "The date is out of range."))
  }
}

/// A place that will hold a value: shared, because containers and super encoders write into it later.
final class EncodingNode {
  enum Kind { case empty, scalar(RawJSON), object, array }
  enum Child {
    case value(RawJSON)
    case node(EncodingNode)

    var json: RawJSON {
      switch self {
      case .value(let json): json
      case .node(let node): node.json ?? .object([])
      }
    }
  }

  private(set) var kind = Kind.empty
  private(set) var isAbsent = false
  var names: [String] = []
  var children: [Child] = []

  /// Makes this an object or array, or keeps it so; false if it is something else already.
  func become(_ kind: Kind) -> Bool {
    switch (self.kind, kind) {
    case (.empty, _):
      self.kind = kind
      return true
    case (.object, .object), (.array, .array): return true
    default: return false
    }
  }

  /// Says that nothing was written on purpose.
  func becomeAbsent() { isAbsent = true }

  func child(named name: String) -> EncodingNode? {
    guard let position = names.lastIndex(of: name), case .node(let node) = children[position] else { return nil }
    return node
  }

  func append(_ child: Child, named name: String) {
    names.append(name)
    children.append(child)
  }

  /// Nil if nothing was written.
  var json: RawJSON? {
    switch kind {
    case .empty: nil
    case .scalar(let json): json
    case .array: .array(children.map(\.json))
    case .object: .object(RawJSON.Object(zip(names, children).lazy.map { (key: $0, value: $1.json) }))
    }
  }
}
