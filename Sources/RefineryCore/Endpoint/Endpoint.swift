public import HTTPTypes

/// One row of an endpoint table: a name, a method, a path, and what is special about it. Pure data.
///
/// ```swift
/// let row = Endpoint("Person.archive", .post, "people/{id}/archive", Options().setting(Idempotent.self, true))
/// ```
public struct Endpoint: Sendable, Equatable {
  /// The row's name, unique in its table and stable: logs, metrics and overrides use it. `Person.read` by convention.
  public var name: String
  /// The HTTP method.
  public var method: HTTPRequest.Method
  /// Where it lives: relative to the client's base URL, or absolute.
  public var path: URITemplate
  /// What is special about this row.
  public var options: Options

  /// A row. A malformed path literal is a fault that ``EndpointTable/problems`` reports, not a trap.
  public init(_ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options()) {
    self.name = name
    self.method = method
    self.path = path
    self.options = options
  }
}
