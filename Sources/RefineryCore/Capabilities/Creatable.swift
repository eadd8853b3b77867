import HTTPTypes

/// A model that can be created: POST, by default to `path`.
public protocol Creatable: Resource, Decodable {
  /// The type of ``createPath``. A model with another type does not compile.
  associatedtype DeclaredCreatePath = URITemplate
  /// The path of creating one; by default ``Resource/path``.
  static var createPath: DeclaredCreatePath { get }
  /// The whole row; override it to change more than its path.
  static var createEndpoint: Endpoint { get }
  /// The whole row of creating several at once.
  static var createAllEndpoint: Endpoint { get }
}

extension Creatable {
  /// ``Resource/path``.
  public static var createPath: URITemplate { path }
}

extension Creatable where DeclaredCreatePath == URITemplate {
  /// POST to ``createPath``.
  public static var createEndpoint: Endpoint {
    endpoint(of: .create, .post, createPath)
  }
  /// POST of a list to ``createPath``.
  public static var createAllEndpoint: Endpoint {
    endpoint(of: .createAll, .post, createPath)
  }
}

extension Creatable {
  /// Creates one from attributes: any value that encodes to an object, so no id has to be invented.
  ///
  /// Nil attributes are left out of the body; `nulls: .null` sends them as null.
  public static func create<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .omit
  ) -> ScopedCall<Self, Parent> {
    ScopedCall(createEndpoint, payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Creates one from attributes written in place: `Person.create(["name": "Ann"])`.
  public static func create(_ attributes: JSONValue) -> ScopedCall<Self, Parent> {
    ScopedCall(createEndpoint, payload: .value(attributes, nulls: nil), mapping: .object)
  }

  /// Creates several in one request: sends a JSON array, returns a list in the same order. An empty array is sent, too.
  public static func create<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .omit
  ) -> ScopedCall<[Self], Parent> {
    ScopedCall(createAllEndpoint, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Creatable where Self: Encodable {
  /// Creates this one. Returns a new value, with the members that the server added.
  public func create(nulls: NullPolicy = .omit) -> ScopedCall<Self, Parent> { Self.create(self, nulls: nulls) }
}
