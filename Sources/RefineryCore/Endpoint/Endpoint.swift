public import HTTPTypes

/// One row of a table: a name, a method, a path and options. Pure data.
///
/// ```swift
/// let archive = Endpoint("Person.archive", .post, "people/{id}/archive", Options { $0.idempotent = true })
/// ```
///
/// Copies share their storage, so passing a row along costs one reference.
public struct Endpoint: Sendable, Equatable, Redacted {
  struct Columns: Sendable, Equatable {
    var name: String
    var method: HTTPRequest.Method
    var path: URITemplate
    var options: Options
    var parameters: [String]?
    var input: String?
    var output: String?
    var types = DeclaredTypes()
    var summary: String?
    var operation: Operation?
    /// The resource; nil if it is the part before the last dot of the name.
    var resource: String?
  }

  final class Shared: Sendable, Equatable {
    let columns: Columns
    /// The joined rows of this row and the rows of its parents.
    let nestings = RowCache<ObjectIdentifier, Nesting>(limit: 8)
    init(_ columns: Columns) { self.columns = columns }

    static func == (left: Shared, right: Shared) -> Bool { left === right || left.columns == right.columns }
  }

  private(set) var shared: Shared

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: unique in its table and stable: logs, metrics and overrides use it. `Person.read` by convention.
  ///   - method: the HTTP method.
  ///   - path: relative to the client's base URL, or absolute. A malformed literal does not trap: ``EndpointTable/problems``
  ///     reports it, and a call throws it.
  ///   - options: the options of this row.
  ///   - parameters: the names of the values that calls supply; nil for the placeholders of the path.
  ///   - input: the type that it sends, for display.
  ///   - output: the type that it returns, for display.
  ///   - summary: what it does, in a sentence, for display.
  public init(
    _ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options(),
    parameters: [String]? = nil, input: Any.Type? = nil, output: Any.Type? = nil, summary: String? = nil
  ) {
    self.init(
      name, method, path, options, parameters: parameters, sends: input.map(tableName), returns: output.map(tableName),
      summary: summary)
    if input != nil || output != nil { change { $0.types = DeclaredTypes(input: input, output: output) } }
  }

  /// Creates a row that shows these names.
  init(
    _ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options(),
    parameters: [String]? = nil, sends input: String? = nil, returns output: String?, summary: String? = nil
  ) {
    shared = Shared(
      Columns(
        name: name, method: method.normalized, path: path, options: options, parameters: parameters, input: input,
        output: output, summary: summary, operation: nil, resource: nil))
  }

  /// Returns a row for a whole URL. The row is in no table, and the base URL is not applied.
  ///
  /// Its name is `direct.` and the method, so there are few names. Its template is the URL, so there may be many templates. A
  /// URL that does not begin with `http://` or `https://` is malformed: its calls throw.
  public static func direct(_ method: HTTPRequest.Method, _ url: String) -> Endpoint {
    var path = URITemplate(stringLiteral: url)
    if !path.isAbsolute, path.problem == nil {
      let scheme = url.firstRange(of: "://").map { String(url[..<$0.upperBound]) } ?? ""
      let reason = "a direct row takes a whole URL that begins with http:// or https://"
      path = URITemplate(url, unusable: reason, showing: scheme)
    }
    return Endpoint("direct.\(method.rawValue.lowercased())", method, path)
  }

  /// Whether ``direct(_:_:)`` made the row. The template of such a row is the URL of one resource.
  ///
  /// Logs and metrics should not show such a template, because the number of URLs has no limit.
  public var isDirect: Bool { name.hasPrefix("direct.") && path.isAbsolute }

  /// The row's name, unique in its table and stable.
  public var name: String {
    get { shared.columns.name }
    set { change { $0.name = newValue } }
  }

  /// The HTTP method. Standard methods are converted to capitals.
  public var method: HTTPRequest.Method {
    get { shared.columns.method }
    set { change { $0.method = newValue.normalized } }
  }

  /// The path: relative to the client's base URL, or absolute.
  public var path: URITemplate {
    get { shared.columns.path }
    set { change { $0.path = newValue } }
  }

  /// The options of this row.
  public var options: Options {
    get { shared.columns.options }
    set { change { $0.options = newValue } }
  }

  /// The names of the values that its calls supply; nil if they are those of the path.
  public var parameters: [String]? {
    get { shared.columns.parameters }
    set { change { $0.parameters = newValue } }
  }

  /// The path for logs: without user information, and without a literal query or fragment.
  public var template: String { URITemplate.textForLogs(path.text) }

  /// The name of the type that it sends; nil for nothing.
  public var input: String? { shared.columns.input }

  /// The name of the type that it returns; nil if it is not declared.
  public var output: String? { shared.columns.output }

  /// The type that it sends; nil for nothing, for changes of a model, and if it is not declared.
  package var inputType: Any.Type? { shared.columns.types.input }

  /// The type that it returns; nil if it is not declared.
  package var outputType: Any.Type? { shared.columns.types.output }

  /// What it does, in a sentence, as OpenAPI's `summary`; nil if it is not declared. Tables and explanations show it.
  public var summary: String? { shared.columns.summary }

  /// The operation of a capability's row; nil for a custom row.
  public internal(set) var operation: Operation? {
    get { shared.columns.operation }
    set { change { $0.operation = newValue } }
  }

  /// The resource of a capability's row: the part before the last dot of the name; for a nested row, the child.
  package internal(set) var resourceName: String {
    get { shared.columns.resource ?? name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
    set { change { $0.resource = newValue } }
  }

  mutating func declare(_ types: DeclaredTypes) { change { $0.types = types } }

  private mutating func change(_ edit: (inout Columns) -> Void) {
    var columns = shared.columns
    edit(&columns)
    shared = Shared(columns)
  }
}

extension Endpoint: CustomStringConvertible {
  /// `Person.read GET people/{id}`.
  public var description: String { "\(name) \(method.rawValue) \(template)" }
}

/// The name of a type as a table shows it: `[Person]`, `Person?`, `[String: Int]`.
private func tableName(of type: Any.Type) -> String {
  (type as? any CompoundType.Type)?.tableName ?? String(describing: type)
}

/// A type whose name is written with those of others.
private protocol CompoundType {
  static var tableName: String { get }
}

extension Array: CompoundType {
  fileprivate static var tableName: String { "[\(RefineryCore.tableName(of: Element.self))]" }
}

extension Optional: CompoundType {
  fileprivate static var tableName: String { "\(RefineryCore.tableName(of: Wrapped.self))?" }
}

extension Dictionary: CompoundType {
  fileprivate static var tableName: String {
    "[\(RefineryCore.tableName(of: Key.self)): \(RefineryCore.tableName(of: Value.self))]"
  }
}
