import FoundationEssentials

/// A document while it is written: the settings, and what has been found out about types and names.
final class Writing {
  /// How many arrays and objects may stand inside of one another: as many as the decoder reads.
  static let maximumNesting = 512
  /// How many values may stand in the place of one another, counted over all levels.
  static let maximumSteps = 1024

  let settings: WritingSettings
  let isPretty: Bool
  let sortsNames: Bool
  let escapesSlashes: Bool
  var writesNulls = false
  let rule: (@Sendable (String) -> String)?
  private var names = RuledNames()
  /// Whether a strategy or a rule changes names.
  let convertsNames: Bool
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo.mapValues { $0 }
  /// How many values are being written in the place of another.
  var steps = 0
  /// What could not be thrown where it happened.
  private(set) var fault: EncodingError?
  /// Where parts are put in order.
  private(set) lazy var scratch = SinkMemory(nesting: 0)
  /// Levels with memory of their own, to be used again.
  var spare: [WritingLevel] = []
  /// Whether a model kept something that knows of this document.
  var isKept = false
  /// How many of these there may be: none once the document is written, since each holds this object.
  var room = Writing.mostSpare
  private static let mostSpare = 8
  private var converted: [String: (name: String, made: String)] = [:]
  private var learned: [Learned] = []
  private var learnedMore: [ObjectIdentifier: Learned] = [:]
  private var lastItself = ObjectIdentifier(Never.self)

  init(_ settings: WritingSettings) {
    self.settings = settings
    isPretty = settings.outputFormatting.contains(.prettyPrinted)
    sortsNames = settings.outputFormatting.contains(.sortedKeys)
    escapesSlashes = !settings.outputFormatting.contains(.withoutEscapingSlashes)
    rule = settings.memberName
    if rule == nil, case .useDefaultKeys = settings.keyEncodingStrategy { convertsNames = false } else { convertsNames = true }
  }

  /// Remembers the first fault.
  func note(_ fault: EncodingError) { self.fault = self.fault ?? fault }

  /// Makes it ready for the next document.
  func clear() {
    room = Self.mostSpare
    if rule != nil { names.removeAll() }
  }

  /// The name that a strategy makes of a key.
  func name(of key: some CodingKey, at path: () -> [any CodingKey]) -> String {
    if let rule { return names.name(of: key.stringValue, by: rule) }
    switch settings.keyEncodingStrategy {
    case .custom(let rule): return rule(path()).stringValue
    case .convertToSnakeCase:
      let name = key.stringValue
      // Names that are equal as text may still differ.
      if let known = converted[name], known.name.utf8.elementsEqual(name.utf8) { return known.made }
      let made = SnakeCase.snakeCase(of: name)
      if converted.count < 1024 { converted[name] = (name, made) }
      return made
    default: return key.stringValue
    }
  }

  // MARK: Types

  /// How a type is written.
  @inline(__always)
  func way(of type: ObjectIdentifier) -> WritingWay {
    if type == lastItself { return .itself }
    return otherWay(of: type)
  }

  private func otherWay(of type: ObjectIdentifier) -> WritingWay {
    for known in learned where known.type == type { return use(known) }
    return learnedMore[type].map(use) ?? .unknown
  }

  private func use(_ known: Learned) -> WritingWay {
    if case .itself = known.way { lastItself = known.type }
    return known.way
  }

  /// Finds out how a type is written that is not known yet, and remembers it.
  func learn(_ type: any Any.Type) -> WritingWay {
    let way: WritingWay
    if type == Date.self {
      way = .date
    } else if type == Data.self {
      way = .data
    } else if type == URL.self {
      way = .url
    } else if type == Decimal.self {
      way = .decimal
    } else if settings.writesLowercaseUUIDs, type == UUID.self {
      way = .uuid
    } else if type is any JSONVerbatim.Type {
      way = .verbatim
    } else if let direct = type as? any DirectlyWritten.Type {
      way = .directly(direct)
    } else {
      way = rule != nil && type is any KeyedByData.Type ? .renamedDictionary : .itself
    }
    let known = Learned(type: ObjectIdentifier(type), way: way)
    if case .itself = way, lastItself == ObjectIdentifier(Never.self) {
      // Of a single model nothing else need be remembered.
      lastItself = known.type
      return way
    }
    if learned.count < 16 { learned.append(known) } else { learnedMore[known.type] = known }
    return way
  }

  private struct Learned {
    let type: ObjectIdentifier
    let way: WritingWay
  }
}

/// How a type is written.
enum WritingWay {
  /// Not found out yet.
  case unknown
  /// By its own `encode(to:)`.
  case itself
  case date, data, url, decimal
  /// A `UUID` in lower case.
  case uuid
  /// As ``JSONVerbatim``.
  case verbatim
  /// By its own `encode(to:)`, its names being left alone by the rule for others.
  case renamedDictionary
  /// Without asking the type.
  case directly(any DirectlyWritten.Type)
}
