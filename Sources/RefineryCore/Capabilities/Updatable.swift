import HTTPTypes

/// A model that can be replaced: PUT, by default to `path` and the id.
public protocol Updatable: Resource, Decodable {
  /// The type of ``updatePath``. A model with another type does not compile.
  associatedtype DeclaredUpdatePath = URITemplate
  /// The path of replacing one; by default ``Resource/itemPath``.
  static var updatePath: DeclaredUpdatePath { get }
  /// The whole row; override it to change more than its path, such as the method.
  static var updateEndpoint: Endpoint { get }
  /// The whole row of updating several at once: PATCH of a list to `path`.
  static var updateAllEndpoint: Endpoint { get }
}

extension Updatable where DeclaredUpdatePath == URITemplate {
  /// PUT to ``updatePath``.
  public static var updateEndpoint: Endpoint {
    endpoint(of: .update, .put, updatePath)
  }
}

extension Updatable {
  /// PATCH of a list to `path`.
  public static var updateAllEndpoint: Endpoint {
    endpoint(of: .updateAll, .patch, path)
  }
}

extension Updatable where Self: Identifiable {
  /// ``Resource/itemPath``.
  public static var updatePath: URITemplate { itemPath }
}

extension Updatable where Self: Singleton {
  /// The path itself.
  public static var updatePath: URITemplate { path }
}

extension Updatable where Self: Identifiable {
  /// Replaces the one with this id. The argument wins over an id in the attributes.
  ///
  /// Nil attributes are sent as null, so that the server removes them; `nulls: .omit` leaves them out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> ScopedCall<Self, Parent> {
    ScopedCall(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the one with this id by attributes written in place.
  public static func update(_ id: ID, _ attributes: JSONValue) -> ScopedCall<Self, Parent> {
    ScopedCall(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Self: Singleton {
  /// Replaces the singleton.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> ScopedCall<Self, Parent> {
    ScopedCall(updateEndpoint, payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the singleton by attributes written in place.
  public static func update(_ attributes: JSONValue) -> ScopedCall<Self, Parent> {
    ScopedCall(updateEndpoint, payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable {
  /// Updates several in one request: PATCH of a JSON array to `path`. An empty array is sent, too.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .null
  ) -> ScopedCall<[Self], Parent> {
    ScopedCall(updateAllEndpoint, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Updatable where Self: Identifiable & Encodable {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> ScopedCall<Self, Parent> { Self.update(id, self, nulls: nulls) }
}

extension Updatable where Self: Singleton & Encodable {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> ScopedCall<Self, Parent> { Self.update(self, nulls: nulls) }
}
