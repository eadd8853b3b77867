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
    if let way = KnownTypes.shared.way(of: type) { return way }
    for known in learned where known.type == type {
      if case .itself = known.way { lastItself = type }
      return known.way
    }
    return .unknown
  }

  /// Finds out how a type is read that is not known yet, and remembers it as long as there are not too many types.
  func learn<Value>(_ type: Value.Type) -> Way {
    let way: Way
    if let verbatim = type as? any JSONVerbatim.Type {
      way = .verbatim(verbatim)
    } else if let data = keyedByDataType(type) {
      way = (data as? any KeyedByNames.Type).map(Way.dictionary) ?? (rule == nil ? .itself : .renamedDictionary)
    } else if settings.readsDirectly, let readable = type as? any JSONReadable.Type {
      way = .readable(readable)
    } else {
      way = .itself
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
enum Way {
  /// Not found out yet.
  case unknown
  /// By its own `init(from:)`.
  case itself
  case boolean, string, integer, double
  case date, data, url, decimal
  case strings, integers, doubles
  /// As an object whose names are data.
  case dictionary(any KeyedByNames.Type)
  /// By its own `init(from:)`, its names being left alone by the rule for others.
  case renamedDictionary
  /// As ``JSONVerbatim``.
  case verbatim(any JSONVerbatim.Type)
  /// As ``JSONReadable``.
  case readable(any JSONReadable.Type)
}

/// The types that are not asked to read themselves. Looked up once: a generic type's identity takes longer to find than a value to read.
private struct KnownTypes {
  static let shared = KnownTypes()

  private let boolean = ObjectIdentifier(Bool.self)
  private let string = ObjectIdentifier(String.self)
  private let integer = ObjectIdentifier(Int.self)
  private let double = ObjectIdentifier(Double.self)
  private let date = ObjectIdentifier(Date.self)
  private let data = ObjectIdentifier(Data.self)
  private let url = ObjectIdentifier(URL.self)
  private let decimal = ObjectIdentifier(Decimal.self)
  private let strings = ObjectIdentifier([String].self)
  private let integers = ObjectIdentifier([Int].self)
  private let doubles = ObjectIdentifier([Double].self)

  @inline(__always)
  func way(of type: ObjectIdentifier) -> Way? {
    if type == strings { return .strings }
    if type == string { return .string }
    if type == date { return .date }
    if type == integer { return .integer }
    if type == integers { return .integers }
    if type == double { return .double }
    if type == doubles { return .doubles }
    if type == boolean { return .boolean }
    if type == url { return .url }
    if type == data { return .data }
    return type == decimal ? .decimal : nil
  }
}
