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
  private var known: [KnownType]

  init(_ memory: Memory, settings: JSONModelDecoder) {
    self.memory = memory
    self.settings = settings
    if case .useDefaultKeys = settings.keyDecodingStrategy { convertsNames = false } else { convertsNames = true }
    known = []
  }

  /// How a type is read. Found out once for each type of a document, as long as there are not too many.
  @inline(__always)
  func way(of type: any Any.Type) -> Way {
    let id = ObjectIdentifier(type)
    for known in known where known.id == id { return known.way }
    return learn(type)
  }

  @inline(never)
  private func learn(_ type: any Any.Type) -> Way {
    let way = Way(of: type, convertsNames: convertsNames)
    if known.count < 12 { known.append(KnownType(id: ObjectIdentifier(type), way: way)) }
    return way
  }

  private struct KnownType {
    let id: ObjectIdentifier
    let way: Way
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

  init(of type: any Any.Type, convertsNames: Bool) {
    switch type {
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is Decimal.Type: self = .decimal
    case is [String].Type: self = .strings
    case is [Int].Type: self = .integers
    case is [Double].Type: self = .doubles
    default:
      if convertsNames, let dictionary = type as? any StringKeyed.Type { self = .dictionary(dictionary) } else { self = .itself }
    }
  }
}

/// A dictionary whose keys are data.
protocol StringKeyed {
  static func read(_ level: Level, at index: Int, under place: Place) throws -> Self
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func read(_ level: Level, at index: Int, under place: Place) throws -> [String: Value] {
    try level.nested(at: index, under: place) { level in
      let memory = level.reading.memory
      try level.require(object: memory.word(index), place: .none)
      var result: [String: Value] = [:]
      try level.forEachMember(of: index) { key, name, value in
        let value = try level.read(Value.self, at: value, under: .member(key))
        if result[name] == nil { result[name] = value }
      }
      return result
    }
  }
}
