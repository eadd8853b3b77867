import FoundationEssentials

/// A document while models are read from it: its memory, the settings, and what has been found out about types.
final class Reading {
  let memory: Memory
  let settings: JSONModelDecoder
  /// Whether the names of members are made into others by a strategy.
  let convertsNames: Bool
  let rule: (@Sendable (String) -> String)?
  /// The names of members that the rule has made of keys.
  var names = RuledNames()
  /// Makes it impossible to choose names that meet in the tables of wide objects.
  private(set) lazy var seed = UInt64.random(in: 1 ... .max)
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo.mapValues { $0 }
  /// Names by what they were in the document, for the snake case strategy.
  var converted: [String: String] = [:]
  private var learned: [Learned] = []
  private var lastItself = ObjectIdentifier(Never.self)

  init(_ memory: Memory, settings: JSONModelDecoder) {
    self.memory = memory
    self.settings = settings
    rule = settings.memberName
    if case .useDefaultKeys = settings.keyDecodingStrategy { convertsNames = false } else { convertsNames = true }
  }

  /// How a type is read.
  @inline(__always)
  func way(of type: ObjectIdentifier) -> Way {
    if type == lastItself { return .itself }
    return otherWay(of: type)
  }

  private func otherWay(of type: ObjectIdentifier) -> Way {
    let way = KnownTypes.shared.way(of: type)
    guard way == .unknown else { return way }
    for known in learned where known.type == type {
      if known.way == .itself { lastItself = type }
      return known.way
    }
    return .unknown
  }

  /// Finds out how a type is read that is not known yet, and remembers it as long as there are not too many types.
  func learn(_ type: any Any.Type) -> Way {
    let way: Way
    if type is any JSONVerbatim.Type {
      way = .verbatim
    } else if type is any StringKeyed.Type {
      way = .dictionary
    } else if rule != nil, type is any KeyedByData.Type {
      way = .renamedDictionary
    } else {
      way = settings.readsDirectly && type is any JSONReadable.Type ? .readable : .itself
    }
    if learned.count < 24 { learned.append(Learned(type: ObjectIdentifier(type), way: way)) }
    return way
  }

  private struct Learned {
    let type: ObjectIdentifier
    let way: Way
  }
}

/// How a type is read.
enum Way: Equatable {
  /// Not found out yet.
  case unknown
  /// By its own `init(from:)`.
  case itself
  case date, data, url, decimal
  case strings, integers, doubles
  /// As an object whose names are data.
  case dictionary
  /// By its own `init(from:)`, its names being left alone by the rule for others.
  case renamedDictionary
  /// As ``JSONVerbatim``.
  case verbatim
  /// As ``JSONReadable``.
  case readable
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
    return type == decimal ? .decimal : .unknown
  }
}

/// A dictionary of any keys.
protocol KeyedByData {}

extension Dictionary: KeyedByData {}

/// A dictionary whose keys are data: no strategy changes them, and no keys are asked for.
protocol StringKeyed {
  static func read(_ level: Level) throws -> Self
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func read(_ level: Level) throws -> [String: Value] {
    level.namesAreData = true
    let tape = level.tape
    let object = tape.word(level.index)
    try level.require(object: object, place: .none)
    var result = [String: Value](minimumCapacity: Swift.min(Word.length(object), 1 << 16))
    let end = Word.next(object, at: level.index)
    var key = level.index &+ 1
    while key < end {
      let name = try level.string(at: key, .none)
      do {
        let value = try level.read(Value.self, at: key &+ 1, under: .member(key))
        if let first = result.updateValue(value, forKey: name) { result[name] = first }
      } catch {
        // A repeated member does not count, whatever it is; under a strategy Foundation reads it.
        if result[name] == nil || level.reading.convertsNames { throw error }
      }
      key = Word.next(tape.word(key &+ 1), at: key &+ 1)
    }
    return result
  }
}
