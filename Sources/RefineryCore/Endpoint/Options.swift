/// An option that a client, a model, a row, an operator or a call can set. The code that reads an option declares its key.
///
/// Tables, explanations and reports print values as they are, so do not put a secret into an option.
///
/// ```swift
/// enum Tenant: OptionKey {
///   static let name = "tenant"
///   static let defaultValue: String? = nil
/// }
///
/// extension Options {
///   var tenant: String? {
///     get { self[Tenant.self] }
///     set { self[Tenant.self] = newValue }
///   }
/// }
///
/// let call = Person.read(5).options { $0.tenant = "north" }
/// ```
public protocol OptionKey: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable & Equatable
  /// The name in tables and override files, in lower camel case.
  static var name: String { get }
  /// The value if the option is not set.
  static var defaultValue: Value { get }
  /// Whether a child's call takes this option from the call of its parent, as a timeout. False for an option about one request
  /// or its response. Default: true.
  static var isInherited: Bool { get }
  /// Returns why this value is a mistake on this row, one sentence for each reason, for ``EndpointTable/problems``.
  static func problems(of value: Value, in row: Endpoint) -> [String]
  /// Returns why this value is probably a mistake on this row, for ``EndpointTable/warnings``.
  static func warnings(of value: Value, in row: Endpoint) -> [String]
}

extension OptionKey {
  /// True.
  public static var isInherited: Bool { true }
  /// Returns no problems.
  public static func problems(of value: Value, in row: Endpoint) -> [String] { [] }
  /// Returns no warnings.
  public static func warnings(of value: Value, in row: Endpoint) -> [String] { [] }
}

/// The options of a row or a call, each under its own key.
///
/// Empty options allocate nothing. A look-up compares a few keys. Two `String` values are equal only if their bytes are.
public struct Options: Sendable, Equatable, Redacted {
  private protocol Entry: AnyObject, Sendable {
    var name: String { get }
    var text: String { get }
    var isInherited: Bool { get }
    func equals(_ other: any Entry) -> Bool
    func problems(in row: Endpoint) -> [String]
    func warnings(in row: Endpoint) -> [String]
  }

  private final class Setting<Key: OptionKey>: Entry {
    let value: Key.Value
    init(value: Key.Value) { self.value = value }
    var name: String { Key.name }
    var isInherited: Bool { Key.isInherited }
    var text: String { (value as? any PerhapsAbsent).map(\.text) ?? "\(value)" }
    func equals(_ other: any Entry) -> Bool {
      guard let other = other as? Setting<Key>, other.value == value else { return false }
      // Texts with different bytes, such as the names of two tenants, can be equal as strings.
      guard let own = value as? String, let text = other.value as? String else { return true }
      return own.utf8.elementsEqual(text.utf8)
    }
    func problems(in row: Endpoint) -> [String] { Key.problems(of: value, in: row) }
    func warnings(in row: Endpoint) -> [String] { Key.warnings(of: value, in: row) }
  }

  // A look-up compares only keys. They are stored beside the entries, so a look-up reads only the entry that it finds.
  private struct Slot {
    let key: ObjectIdentifier
    let entry: any Entry
  }

  private var slots: [Slot] = []
  private var entries: some Sequence<any Entry> { slots.lazy.map(\.entry) }

  /// Creates empty options.
  public init() {}

  /// Whether nothing is set.
  public var isEmpty: Bool { slots.isEmpty }

  /// The value under a key, or the key's default.
  public subscript<Key: OptionKey>(key: Key.Type) -> Key.Value {
    get { self.explicit(key) ?? Key.defaultValue }
    set {
      set(Slot(key: ObjectIdentifier(key), entry: Setting<Key>(value: newValue)))
    }
  }

  /// Returns the value under a key if it was set; nil if the default applies.
  public func explicit<Key: OptionKey>(_ key: Key.Type) -> Key.Value? {
    guard let index = index(of: ObjectIdentifier(key)) else { return nil }
    return (slots[index].entry as? Setting<Key>)?.value
  }

  /// Returns both options. If both have a value under one key, the value of `later` applies.
  public func merging(_ later: Options) -> Options {
    var merged = self
    merged.merge(later)
    return merged
  }

  mutating func merge(_ later: Options) {
    guard !later.isEmpty else { return }
    guard !isEmpty else { return self = later }
    for slot in later.slots { set(slot) }
  }

  private func index(of key: ObjectIdentifier) -> Int? {
    for index in slots.indices where slots[index].key == key { return index }
    return nil
  }

  private mutating func set(_ slot: Slot) {
    if let index = index(of: slot.key) { slots[index] = slot } else { slots.append(slot) }
  }

  /// The options that a child's call takes from these options of its parent's call.
  var inherited: Options {
    var copy = self
    copy.slots.removeAll { !$0.entry.isInherited }
    return copy
  }

  func problems(in row: Endpoint) -> [String] { entries.flatMap { $0.problems(in: row) } }
  func warnings(in row: Endpoint) -> [String] { entries.flatMap { $0.warnings(in: row) } }

  /// Whether both have the same values, in any order.
  public static func == (left: Options, right: Options) -> Bool {
    left.slots.count == right.slots.count
      && left.slots.allSatisfy { slot in right.index(of: slot.key).map { slot.entry.equals(right.slots[$0].entry) } ?? false }
  }
}

extension Options {
  /// The names of the options: `Options(headers, timeout)`. Tables and reports also show the values.
  public var description: String { "Options(\(entries.map(\.name).sorted().joined(separator: ", ")))" }

  /// `name=value` of each option, sorted by name, for tables and reports.
  var text: String { texts.joined(separator: " ") }

  /// `name=value` of each option, sorted by name.
  var texts: [String] { entries.map { "\($0.name)=\($0.text)" }.sorted() }
}

/// An optional, which is shown as the value that it holds.
private protocol PerhapsAbsent {
  var text: String { get }
}

extension Optional: PerhapsAbsent {
  fileprivate var text: String { map { "\($0)" } ?? "none" }
}
