import FoundationEssentials

/// A document while models are read from it: its memory, the settings, and what has been found out about types.
final class Reading {
  let memory: Memory
  let settings: JSONModelDecoder
  /// Whether members are found by names that a strategy made.
  let convertsNames: Bool
  /// Makes it impossible to choose names that meet in the tables of wide objects.
  private(set) lazy var seed = UInt64.random(in: 1 ... .max)
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo.mapValues { $0 }
  /// Names by what they were in the document, for the snake case strategy.
  var converted: [String: String] = [:]

  init(_ memory: Memory, settings: JSONModelDecoder) {
    self.memory = memory
    self.settings = settings
    if case .useDefaultKeys = settings.keyDecodingStrategy { convertsNames = false } else { convertsNames = true }
  }

  /// How a type is read.
  @inline(__always)
  func way(of type: any Any.Type) -> Way {
    let way = KnownTypes.shared.way(of: ObjectIdentifier(type))
    guard convertsNames, case .itself = way, let dictionary = type as? any StringKeyed.Type else { return way }
    return .dictionary(dictionary)
  }
}

/// How a type is read.
enum Way {
  /// By its own `init(from:)`.
  case itself
  case date, data, url, decimal
  case strings, integers, doubles
  /// As an object whose names are data, under a strategy that would change them.
  case dictionary(any StringKeyed.Type)
}

/// The types that do not read themselves. Looked up once: a generic type's identity takes longer to find than a value to read.
private struct KnownTypes {
  static let shared = KnownTypes()

  private let date = ObjectIdentifier(Date.self)
  private let data = ObjectIdentifier(Data.self)
  private let url = ObjectIdentifier(URL.self)
  private let decimal = ObjectIdentifier(Decimal.self)
  private let strings = ObjectIdentifier([String].self)
  private let integers = ObjectIdentifier([Int].self)
  private let doubles = ObjectIdentifier([Double].self)

  @inline(__always)
  func way(of type: ObjectIdentifier) -> Way {
    if type == strings { return .strings }
    if type == date { return .date }
    if type == integers { return .integers }
    if type == doubles { return .doubles }
    if type == url { return .url }
    if type == data { return .data }
    return type == decimal ? .decimal : .itself
  }
}

/// A dictionary whose keys are data.
protocol StringKeyed {
  static func read(_ level: Level, at index: Int, under place: Place) throws -> Self
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func read(_ level: Level, at index: Int, under place: Place) throws -> [String: Value] {
    try level.nested(at: index, under: place) { level in
      let tape = level.tape
      try level.require(object: tape.word(index), place: .none)
      var result: [String: Value] = [:]
      try level.forEachMember(of: index) { key, name, value in
        let value = try level.read(Value.self, at: value, under: .member(key))
        if result[name] == nil { result[name] = value }
      }
      return result
    }
  }
}
