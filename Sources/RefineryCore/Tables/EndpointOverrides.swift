public import FoundationEssentials
import HTTPTypes

/// Changes of rows by operators, without a rebuild: the path, the method and every overridable option, by row name.
///
/// They are read from JSON: at start, or with an ``EndpointOverrides/Store`` while the app runs. Times are in seconds.
///
/// ```json
/// {
///   "Person.read": { "path": "v2/people/{id}", "timeout": 5, "retries": 1, "logLevel": "debug" },
///   "Person.enumerate": { "method": "POST" }
/// }
/// ```
///
/// A nested row has the name that tables print, such as `Post.Comment.read`, and its whole path. An override of the path of
/// `Post.read` moves only that row.
///
/// An override wins over the row in code. An option of one call wins over the override. A file with a fault is refused as a
/// whole, with every fault listed, so a typing error cannot take effect in part.
public struct EndpointOverrides: Sendable {
  struct Override: Sendable {
    var path: URITemplate?
    var method: HTTPRequest.Method?
    var options = Options()

    /// A row with its overridden path and method.
    func applied(to row: Endpoint) -> Endpoint {
      var row = row
      if let path { row.path = path }
      if let method { row.method = method }
      return row
    }
  }

  private var overrides: [String: Override] = [:]
  /// The store of the current overrides, if they may change.
  private var store: Store?

  /// The options that the core lets operators override.
  public static let coreKeys: [any OverridableOption.Type] = [
    TimeoutKey.self, AttemptTimeoutKey.self, IdleTimeoutKey.self, ResponseLimitKey.self, IdempotentKey.self,
  ]

  /// No overrides.
  public init() {}

  /// The current overrides of a store.
  init(following store: Store) { self.store = store }

  /// The current overrides.
  var current: EndpointOverrides { store?.current ?? self }

  /// The overrides of a JSON document.
  ///
  /// - Parameters:
  ///   - json: an object with one member for each row, by name. Its value is an object with one member for each setting.
  ///   - table: the rows that can be overridden.
  ///   - keys: the options that can be overridden, in addition to `path` and `method`.
  /// - Throws: ``UnusableSettings`` with every fault. Each names its row.
  public init(
    json: Data, for table: EndpointTable, keys: [any OverridableOption.Type]
  ) throws(UnusableSettings) {
    var faults: [String] = []
    func refusal() -> UnusableSettings { UnusableSettings(of: Self.self, problems: faults.sorted()) }
    let document: JSONValue
    do {
      // A repeated name must not hide other faults, so the first member with the name is checked, too.
      document = try JSONValue(parsing: json)
      faults += try JSONValue.repeatedKeys(in: json).map { "the overrides repeat a name: \($0.description)" }
    } catch {
      faults = ["the overrides cannot be read: \(ErrorSummary.text(of: error))"]
      throw refusal()
    }
    guard let rows = document.object else {
      faults.append("the overrides must be a JSON object by row name")
      throw refusal()
    }
    for (name, settings) in rows {
      guard let row = table[name] else {
        let nearest = table.nearestName(to: name).map { "; did you mean \($0)?" } ?? ""
        faults.append("\(Redaction.escaped(name)): there is no such row\(nearest)")
        continue
      }
      overrides[name] = Self.override(settings, of: row, keys, &faults)
    }
    guard faults.isEmpty else { throw refusal() }
  }

  /// The names of the rows that are overridden.
  package var names: [String] { current.overrides.keys.sorted() }

  /// The current override of a row. Read it once per call; the store may change in between.
  subscript(name: String) -> Override? {
    let overrides = store?.current.overrides ?? overrides
    return overrides.isEmpty ? nil : overrides[name]
  }

  /// Returns a row with its overridden path and method.
  package func applied(to row: Endpoint) -> Endpoint { self[row.name]?.applied(to: row) ?? row }

  private static func override(
    _ settings: JSONValue, of row: Endpoint, _ keys: [any OverridableOption.Type], _ faults: inout [String]
  ) -> Override {
    var override = Override()
    guard let settings = settings.object else {
      faults.append("\(row.name): its overrides must be an object")
      return override
    }
    for (name, value) in settings {
      let place = "\(row.name): \(Redaction.escaped(name))"
      do throws(MappingError) {
        switch (name, keys.first { $0.name == name }) {
        case ("path", _): override.path = try path(value)
        case ("method", _): override.method = try method(value)
        case (_, let key?): try key.set(value, in: &override.options)
        default:
          let known = ["path", "method"] + keys.map { $0.name }
          let nearest = EndpointTable.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
          faults.append("\(place): there is no such setting\(nearest); known settings: \(known.joined(separator: ", "))")
        }
      } catch {
        faults.append("\(place): must be \(error.expected ?? "another value")")
      }
    }
    // The changed row is checked like any other row. A refused setting is not applied.
    var changed = row
    if let path = override.path {
      changed.path = path
      // The calls of a custom row supply exactly the values of its own path.
      let supplied = row.parameters ?? row.path.variables
      changed.parameters = supplied.filter { row.parameters != nil || path.uses($0) }
    }
    if let method = override.method { changed.method = method }
    changed.options = changed.options.merging(override.options)
    faults += changed.problems().map { "\(row.name): \($0)" }
    return override
  }

  private static func path(_ value: JSONValue) throws(MappingError) -> URITemplate {
    guard let text = value.string, !text.isEmpty else { throw MappingError(.invalid, expected: "text") }
    return URITemplate(stringLiteral: text)
  }

  private static func method(_ value: JSONValue) throws(MappingError) -> HTTPRequest.Method {
    guard let text = value.string, let method = HTTPRequest.Method(text), text == text.uppercased() else {
      throw MappingError(.invalid, expected: "an HTTP method in capitals, such as GET")
    }
    return method
  }
}

extension OverridableOption {
  fileprivate static func set(_ value: JSONValue, in options: inout Options) throws(MappingError) {
    options[Self.self] = try self.value(from: value)
  }
}

extension EndpointOverrides: Redacted {
  /// The names of the rows that are overridden.
  public var description: String { "EndpointOverrides(\(names.sorted().map(Redaction.escaped).joined(separator: ", ")))" }
}
