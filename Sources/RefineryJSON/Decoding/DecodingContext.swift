import FoundationEssentials

/// State that the decoders of one document share: the document, the settings, and cached facts about types.
final class DecodingContext {
  let buffer: DocumentBuffer
  let settings: JSONModelDecoder
  /// Whether a key strategy changes names.
  let convertsNames: Bool
  let rule: (@Sendable (String) -> String)?
  /// Whether a key strategy or a rule changes names.
  let changesNames: Bool
  /// Whether ``JSONReadable`` models read themselves. They do not once a ``JSONReader`` has refused the document.
  var readsDirectly: Bool
  /// The names that the rule has returned.
  var names = MemberNameCache()
  /// A random seed, so that an attacker cannot choose names that collide in the hash tables.
  private(set) lazy var seed = UInt64.random(in: 1 ... .max)
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo.mapValues { $0 }
  /// The size of the values that were read in vain: see ``JSONGlance/spendAttempt()``.
  var wastedEntries = 0
  /// Keys by the name in the document, for `convertFromSnakeCase`.
  var converted: [String: String] = [:]
  private var knownMethods: [KnownMethod] = []
  private var lastDecodable = ObjectIdentifier(Never.self)

  init(_ buffer: DocumentBuffer, settings: JSONModelDecoder, readsDirectly: Bool = true) {
    self.buffer = buffer
    self.readsDirectly = readsDirectly
    rule = settings.memberName
    var settings = settings
    // The rule replaces the strategy.
    if rule != nil { settings.keyDecodingStrategy = .useDefaultKeys }
    self.settings = settings
    if case .useDefaultKeys = settings.keyDecodingStrategy { convertsNames = false } else { convertsNames = true }
    changesNames = convertsNames || rule != nil
  }

  /// Calls a function with the decoder of the document.
  func read<Value>(_ body: (ValueDecoder) throws -> Value) rethrows -> Value {
    let root = ValueDecoder(self)
    defer { root.releaseCaches() }
    return try body(root)
  }

  /// Returns how values of a type are decoded.
  @inline(__always)
  func method(for type: ObjectIdentifier) -> DecodingMethod {
    if type == lastDecodable { return .decodable }
    return otherMethod(for: type)
  }

  private func otherMethod(for type: ObjectIdentifier) -> DecodingMethod {
    if let method = BuiltInTypes.shared.method(for: type) { return method }
    for known in knownMethods where known.type == type {
      if case .decodable = known.method { lastDecodable = type }
      return known.method
    }
    return .unknown
  }

  /// Determines how values of a type are decoded, and caches it for the first 24 types.
  func findMethod<Value>(for type: Value.Type) -> DecodingMethod {
    let method: DecodingMethod
    if type == JSONValue.self {
      method = .json
    } else if let data = dictionaryType(type) {
      method =
        (data as? any DecodableDictionary.Type).map(DecodingMethod.dictionary)
        ?? (rule == nil ? .decodable : .renamedDictionary)
    } else if settings.readsDirectly, let readable = type as? any JSONReadable.Type {
      method = .readable(readable)
    } else {
      method = .decodable
    }
    if knownMethods.count < 24 { knownMethods.append(KnownMethod(type: ObjectIdentifier(type), method: method)) }
    return method
  }

  private struct KnownMethod {
    let type: ObjectIdentifier
    let method: DecodingMethod
  }
}

/// How values of a type are decoded.
enum DecodingMethod {
  /// Not determined yet.
  case unknown
  /// With the type's own `init(from:)`.
  case decodable
  case boolean, string, integer, double
  case date, data, url, decimal
  case strings, integers, doubles
  /// With a loop over the members of an object, whose names are data.
  case dictionary(any DecodableDictionary.Type)
  /// With the dictionary's own `init(from:)`; the rule for names does not apply.
  case renamedDictionary
  /// As a ``JSONValue``.
  case json
  /// With ``JSONReadable``.
  case readable(any JSONReadable.Type)
}

/// The types that are decoded without their `init(from:)`. Their identities are looked up once, because looking up the
/// identity of a generic type takes longer than reading a value.
private struct BuiltInTypes {
  static let shared = BuiltInTypes()

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
  func method(for type: ObjectIdentifier) -> DecodingMethod? {
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
