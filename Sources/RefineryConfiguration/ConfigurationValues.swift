#if Configuration
  import Configuration
  import RefineryCore

  /// The values of all keys in one snapshot, with a fault for each value of the wrong type.
  struct ConfigurationValues: Sendable, Equatable {
    /// The values by key, such as `rows.Person.read.timeout`; only those that are set.
    private(set) var values: [String: JSONValue] = [:]
    /// One sentence for each fault.
    private(set) var faults: [String] = []

    /// The row of the Auth plugin's token requests. It is in no table, but logging policies accept it.
    static let tokenRow = "OAuth2.token"

    subscript(key: String) -> JSONValue? { values[key] }

    /// Reads every known key for every known row, because swift-configuration cannot list the keys of a provider.
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
        guard let value = try reader.value(of: key, at: components, for: option) else { return }
        guard let reason = Self.refusal(of: value) else { return values[place] = value }
        faults.append("\(Redaction.escaped(place)): \(reason)")
      } catch {
        faults.append("\(Redaction.escaped(place)): must be \(key.expectation)")
      }
    }

    /// The largest number of elements of a list.
    private static let listLimit = 1000

    /// Returns why no setting can have this text or list; nil if a setting can.
    private static func refusal(of value: JSONValue) -> String? {
      if let text = value.string {
        // Deployments may set a variable to empty text, and files of secrets may end with a line break. No setting permits
        // empty text or a line break.
        if text.isEmpty { return "is empty: give it a value, or remove it" }
        if Redaction.escaped(text) != text { return "holds a line break or another control character" }
      }
      guard let list = value.array else { return nil }
      if list.count > listLimit { return "must have at most \(listLimit) elements, not \(list.count)" }
      return list.contains { $0.string == "" } ? "must not have an empty element" : nil
    }

    /// Returns the members below a key that are set, as a JSON object; nil if there are none.
    func object(_ names: [String], below prefix: String) -> JSONValue? {
      let members = names.compactMap { name in self["\(prefix).\(name)"].map { (key: name, value: $0) } }
      return members.isEmpty ? nil : .object(members)
    }

    /// Returns the keys whose values differ, sorted by name.
    func changedKeys(since earlier: ConfigurationValues) -> [String] {
      Set(values.keys).union(earlier.values.keys).filter { values[$0] != earlier.values[$0] }.sorted()
    }
  }

  extension EndpointTable {
    /// The names of the rows that can be overridden, including rows such as `Person.createAll`, which the table does not list.
    var configurableNames: [String] {
      var seen: Set<String> = []
      return rows.flatMap { [$0.name, $0.name + "All"] }.filter { seen.insert($0).inserted && self[$0] != nil }
    }
  }

  /// Reads single values of a snapshot as JSON.
  struct SnapshotReader {
    struct WrongType: Error {}

    private let snapshot: ConfigSnapshotReader
    /// The name of the error's case for a missing value; nil if errors do not show their case.
    private let missing: String?

    /// Creates a reader.
    ///
    /// - Parameter readsCases: whether errors are distinguished by their case. False in a process without reflection metadata.
    init(_ snapshot: ConfigSnapshotReader, readsCases: Bool = true) {
      self.snapshot = snapshot
      // Only a required getter reports a value of the wrong type, and its error is not public. The key below is missing in
      // every snapshot. So its error has the case for a missing value.
      do {
        _ = try snapshot.requiredString(forKey: ["refinery", "absent"])
        missing = nil
      } catch {
        missing = readsCases ? Self.caseName(of: error) : nil
      }
    }

    /// Whether an error means that no provider has a value.
    private func isMissing(_ error: any Error, _ key: ConfigKey, _ isSecret: Bool) -> Bool {
      if let missing { return Self.caseName(of: error) == missing }
      // Each existing value can be read as at least one type. This reads from every provider up to ten times.
      return snapshot.string(forKey: key, isSecret: isSecret) == nil && snapshot.int(forKey: key, isSecret: isSecret) == nil
        && snapshot.double(forKey: key, isSecret: isSecret) == nil && snapshot.bool(forKey: key, isSecret: isSecret) == nil
        && snapshot.bytes(forKey: key, isSecret: isSecret) == nil
        && snapshot.stringArray(forKey: key, isSecret: isSecret) == nil
        && snapshot.intArray(forKey: key, isSecret: isSecret) == nil
        && snapshot.doubleArray(forKey: key, isSecret: isSecret) == nil
        && snapshot.boolArray(forKey: key, isSecret: isSecret) == nil
        && snapshot.byteChunkArray(forKey: key, isSecret: isSecret) == nil
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
          // For a key of text, `null` arrives as a text.
          if key.acceptsNull, key.kind == .text, value.string == "null" { return .null }
          // A text such as "5" in the environment is also a number. The option decides which type it accepts.
          if key.kind != .option || option?.accepts(value) != false { return value }
          found.append(value)
        } catch {
          if found.isEmpty, isMissing(error, configKey, key.isSecret) { return nil }
        }
      }
      if key.acceptsNull, (try? snapshot.requiredString(forKey: configKey, isSecret: key.isSecret)) == "null" { return .null }
      // The option reports later what is wrong with this value.
      if let first = found.last { return first }
      throw WrongType()
    }

    private typealias Getter = @Sendable (ConfigSnapshotReader, ConfigKey, Bool) throws -> JSONValue

    private static func getters(of kind: ConfigurationKind) -> [Getter] {
      switch kind {
      case .text: [text]
      case .flag: [flag]
      case .integer: [integer]
      // Most providers read a whole number as a double; those in memory do not.
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
      do throws(MappingError) {
        _ = try value(from: json)
        return true
      } catch {
        return false
      }
    }
  }
#endif
