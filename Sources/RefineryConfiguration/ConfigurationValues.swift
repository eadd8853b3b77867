#if Configuration
  import Configuration
  import RefineryCore

  /// The values of all keys in one snapshot, with a fault for each value of the wrong type.
  struct ConfigurationValues: Sendable, Equatable {
    /// The values by key, such as `rows.Person.read.timeout`; only those that are set.
    private(set) var values: [String: JSONValue] = [:]
    /// One sentence for each fault.
    private(set) var faults: [String] = []

    /// The row of the Auth plugin's token requests, which is in no table. Logging policies know it.
    static let tokenRow = "OAuth2.token"

    subscript(key: String) -> JSONValue? { values[key] }

    /// Reads known rows × known keys, because swift-configuration cannot list the keys that a provider has.
    init(_ snapshot: ConfigSnapshotReader, _ table: EndpointTable, _ options: [any OverridableOption.Type]) {
      let reader = SnapshotReader(snapshot)
      let keys = ConfigurationKey.all(options)
      let validators = Dictionary(options.map { ("rows.<row>.\($0.name)", $0) }) { first, _ in first }
      for key in keys where !key.name.contains("<") { read(key, nil, reader) }
      for key in keys where key.name.contains("<name>") {
        for name in self["headerNames"]?.array?.compactMap(\.string) ?? [] { read(key, name, reader) }
      }
      for row in table.configurableNames {
        for key in keys where key.name.contains("<row>") { read(key, row, reader, for: validators[key.name]) }
      }
      for key in keys where key.name.hasPrefix("logging.rows.") { read(key, Self.tokenRow, reader) }
    }

    private mutating func read(
      _ key: ConfigurationKey, _ name: String?, _ reader: SnapshotReader, for option: (any OverridableOption.Type)? = nil
    ) {
      let components = key.components(name)
      let place = components.joined(separator: ".")
      do throws(SnapshotReader.WrongType) {
        if let value = try reader.value(of: key, at: components, for: option) { values[place] = value }
      } catch {
        faults.append("\(Redaction.escaped(place)): must be \(key.expectation)")
      }
    }

    /// The members below a key that are set, as the object that a JSON file would hold; nil if none is set.
    func object(_ names: [String], below prefix: String) -> JSONValue? {
      let members = names.compactMap { name in self["\(prefix).\(name)"].map { (key: name, value: $0) } }
      return members.isEmpty ? nil : .object(members)
    }

    /// The keys whose values differ.
    func changedKeys(since earlier: ConfigurationValues) -> [String] {
      Set(values.keys).union(earlier.values.keys).filter { values[$0] != earlier.values[$0] }.sorted()
    }
  }

  extension EndpointTable {
    /// The names of the rows that can be overridden, including those for several, which the table does not list.
    var configurableNames: [String] {
      var names: [String] = []
      for name in flatMap({ [$0.name, $0.name + "All"] }) where self[name] != nil && !names.contains(name) {
        names.append(name)
      }
      return names
    }
  }

  /// Reads single values of a snapshot as JSON.
  private struct SnapshotReader {
    struct WrongType: Error {}

    private let snapshot: ConfigSnapshotReader
    /// The case of the error for a missing value.
    private let missing: String?

    init(_ snapshot: ConfigSnapshotReader) {
      self.snapshot = snapshot
      // Only a required getter reports a value of the wrong type, and its error is not public. This key is missing in every
      // snapshot, so its error shows which case means that.
      do {
        _ = try snapshot.requiredString(forKey: ["refinery", "absent"])
        missing = nil
      } catch {
        missing = Self.caseName(of: error)
      }
    }

    private static func caseName(of error: any Error) -> String? {
      Mirror(reflecting: error).children.first?.label.map { "\(type(of: error)).\($0)" }
    }

    /// Returns a value; nil if it is missing.
    func value(
      of key: ConfigurationKey, at components: [String], for option: (any OverridableOption.Type)?
    ) throws(WrongType) -> JSONValue? {
      let configKey = ConfigKey(components)
      var found: [JSONValue] = []
      for getter in Self.getters(of: key.kind) {
        do {
          let value = try getter(snapshot, configKey, key.isSecret)
          // A text such as "5" of the environment is a number as well; the option knows which one it takes.
          if key.kind != .option || option?.accepts(value) != false { return value }
          found.append(value)
        } catch {
          if found.isEmpty, let missing, Self.caseName(of: error) == missing { return nil }
        }
      }
      if key.acceptsNull, (try? snapshot.requiredString(forKey: configKey, isSecret: key.isSecret)) == "null" { return .null }
      // The option says what is wrong.
      if let first = found.last { return first }
      throw WrongType()
    }

    private typealias Getter = @Sendable (ConfigSnapshotReader, ConfigKey, Bool) throws -> JSONValue

    private static func getters(of kind: ConfigurationKind) -> [Getter] {
      switch kind {
      case .text: [text]
      case .flag: [flag]
      case .integer: [integer]
      // Most providers convert a whole number; those in memory do not.
      case .number, .seconds: [number, integer]
      case .texts: [texts]
      case .integers: [integers]
      case .option: [flag, integer, number, texts, text]
      }
    }

    private static let text: Getter = { .string(try $0.requiredString(forKey: $1, isSecret: $2)) }
    private static let flag: Getter = { .bool(try $0.requiredBool(forKey: $1, isSecret: $2)) }
    private static let integer: Getter = { .number(try $0.requiredInt(forKey: $1, isSecret: $2)) }
    private static let number: Getter = { snapshot, key, isSecret in
      let number = try snapshot.requiredDouble(forKey: key, isSecret: isSecret)
      guard let value = JSONValue.Number(number) else { throw WrongType() }  // not a number, or infinite
      return .number(value)
    }
    private static let texts: Getter = { .array(try $0.requiredStringArray(forKey: $1, isSecret: $2).map(JSONValue.string)) }
    private static let integers: Getter = { .array(try $0.requiredIntArray(forKey: $1, isSecret: $2).map { .number($0) }) }
  }

  extension OverridableOption {
    fileprivate static func accepts(_ json: JSONValue) -> Bool {
      do throws(InvalidSetting) {
        _ = try value(from: json)
        return true
      } catch {
        return false
      }
    }
  }
#endif
