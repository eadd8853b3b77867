import FoundationEssentials

/// State that the encoders of one document share: the settings, and cached facts about types and names.
final class EncodingContext {
  /// The maximum nesting of arrays and objects: the same as the decoder's.
  static let maximumNesting = 512
  /// The maximum of ``steps``.
  static let maximumSteps = 1024

  let settings: JSONModelEncoder
  let isPretty: Bool
  let sortsNames: Bool
  let escapesSlashes: Bool
  var writesNulls = false
  let rule: (@Sendable (String) -> String)?
  private var names = MemberNameCache()
  /// Whether a strategy or a rule changes names.
  let convertsNames: Bool
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo.mapValues { $0 }
  /// How many values are being written at the place of a value around them, without a level of their own: a model that encodes
  /// another model into its single-value container adds one. All levels count together.
  var steps = 0
  /// The first error of a function that cannot throw.
  private(set) var fault: EncodingError?
  /// Space for inserting parts.
  private(set) lazy var scratch = OutputStorage(nesting: 0)
  /// Encoders with their own storage, for reuse.
  var spare: [ValueEncoder] = []
  /// Whether a model has kept an encoder or a container of this document.
  var isKept = false
  /// The maximum number of encoders in `spare`. It is 0 once the document is written, because each of them holds this object.
  var room = EncodingContext.mostSpare
  private static let mostSpare = 8
  private var converted: [String: (name: String, made: String)] = [:]
  private var knownMethods: [KnownMethod] = []
  private var moreKnownMethods: [ObjectIdentifier: KnownMethod] = [:]
  private var lastEncodable = ObjectIdentifier(Never.self)
  private var lastObjectKeys = ObjectIdentifier(Never.self)
  private var objectKeys: [ObjectIdentifier] = []

  init(_ settings: JSONModelEncoder) {
    self.settings = settings
    isPretty = settings.outputFormatting.contains(.prettyPrinted)
    sortsNames = settings.outputFormatting.contains(.sortedKeys)
    escapesSlashes = !settings.outputFormatting.contains(.withoutEscapingSlashes)
    rule = settings.memberName
    if rule == nil, case .useDefaultKeys = settings.keyEncodingStrategy { convertsNames = false } else { convertsNames = true }
  }

  /// Keeps the first error.
  func note(_ fault: EncodingError) { self.fault = self.fault ?? fault }

  /// Prepares for the next document.
  func clear() {
    room = Self.mostSpare
    if rule != nil { names.removeAll() }
  }

  /// Returns the name that a strategy makes from a key.
  func name(of key: some CodingKey, at path: () -> [any CodingKey]) -> String {
    if let rule { return names.name(of: key.stringValue, by: rule) }
    switch settings.keyEncodingStrategy {
    case .custom(let rule): return rule(path()).stringValue
    case .convertToSnakeCase:
      let name = key.stringValue
      // Two different names can be equal text.
      if let known = converted[name], known.name.utf8.elementsEqual(name.utf8) { return known.made }
      let made = SnakeCase.snakeCase(of: name)
      if converted.count < 1024 { converted[name] = (name, made) }
      return made
    default: return key.stringValue
    }
  }

  // MARK: Types

  /// Whether members with keys of a type are written as an object, or as an array by positions.
  @inline(__always)
  func kind(keyedBy type: any Any.Type) -> ValueEncoder.State {
    ObjectIdentifier(type) == lastObjectKeys ? .object : otherKind(keyedBy: type)
  }

  @inline(never)
  private func otherKind(keyedBy type: any Any.Type) -> ValueEncoder.State {
    let id = ObjectIdentifier(type)
    if !objectKeys.contains(id) {
      if type is any ArrayCodingKey.Type { return .array }
      if objectKeys.count < 16 { objectKeys.append(id) }
    }
    lastObjectKeys = id
    return .object
  }

  /// Returns how values of a type are encoded.
  @inline(__always)
  func method(for type: ObjectIdentifier) -> EncodingMethod {
    if type == lastEncodable { return .encodable }
    return otherMethod(for: type)
  }

  private func otherMethod(for type: ObjectIdentifier) -> EncodingMethod {
    for known in knownMethods where known.type == type { return use(known) }
    return moreKnownMethods[type].map(use) ?? .unknown
  }

  private func use(_ known: KnownMethod) -> EncodingMethod {
    if case .encodable = known.method { lastEncodable = known.type }
    return known.method
  }

  /// Determines how values of a type are encoded, and caches it.
  func findMethod(for type: any Any.Type) -> EncodingMethod {
    let method: EncodingMethod
    if type == Date.self {
      method = .date
    } else if type == Data.self {
      method = .data
    } else if type == URL.self {
      method = .url
    } else if type == Decimal.self {
      method = .decimal
    } else if settings.writesLowercaseUUIDs, type == UUID.self {
      method = .uuid
    } else if type == JSONValue.self {
      method = .json
    } else if type is any JSONOmittable.Type {
      method = .omittable
    } else if let direct = type as? any DirectlyEncodable.Type {
      method = .directly(direct)
    } else {
      method = rule != nil && type is any AnyDictionary.Type ? .renamedDictionary : .encodable
    }
    let known = KnownMethod(type: ObjectIdentifier(type), method: method)
    if case .encodable = method, lastEncodable == ObjectIdentifier(Never.self) {
      // For a single type, this variable is enough.
      lastEncodable = known.type
      return method
    }
    if knownMethods.count < 16 { knownMethods.append(known) } else { moreKnownMethods[known.type] = known }
    return method
  }

  private struct KnownMethod {
    let type: ObjectIdentifier
    let method: EncodingMethod
  }
}

/// How values of a type are encoded.
enum EncodingMethod {
  /// Not determined yet.
  case unknown
  /// With the type's own `encode(to:)`.
  case encodable
  case date, data, url, decimal
  /// As a string in lower case.
  case uuid
  /// As a ``JSONValue``.
  case json
  /// With the type's own `encode(to:)`. If the value is absent, its member is left out.
  case omittable
  /// With the dictionary's own `encode(to:)`; the rule for names does not apply.
  case renamedDictionary
  /// Without the type's `encode(to:)`.
  case directly(any DirectlyEncodable.Type)
}
