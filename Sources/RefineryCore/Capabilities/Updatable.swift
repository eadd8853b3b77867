import HTTPTypes

/// A model that can be replaced: PUT, by default to `path` and the id.
public protocol Updatable: Resource, Decodable {
  /// The type of ``updatePath``; with another type than this, the model does not compile.
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
    row(.update, .put, updatePath, takesID: true, input: .one, output: .one)
  }
}

extension Updatable {
  /// PATCH of a list to `path`.
  public static var updateAllEndpoint: Endpoint {
    row(.updateAll, .patch, path, input: .several, output: .several)
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

extension Updatable where Self: Identifiable, Parent == Never {
  /// Replaces the one with this id. The argument wins over an id in the attributes.
  ///
  /// Nil attributes are sent as null, so that the server removes them; `nulls: .omit` leaves them out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> Call<Self> {
    Call(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the one with this id by attributes written in place.
  public static func update(_ id: ID, _ attributes: JSONValue) -> Call<Self> {
    Call(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent == Never {
  /// Replaces the singleton.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> Call<Self> {
    Call(updateEndpoint, payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the singleton by attributes written in place.
  public static func update(_ attributes: JSONValue) -> Call<Self> {
    Call(updateEndpoint, payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Parent == Never {
  /// Updates several in one request: PATCH of a JSON array to `path`. An empty array is sent as one.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .null
  ) -> Call<[Self]> {
    Call(updateAllEndpoint, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Updatable where Self: Identifiable & Encodable, Parent == Never {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> Call<Self> { Self.update(id, self, nulls: nulls) }
}

extension Updatable where Self: Singleton & Encodable, Parent == Never {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> Call<Self> { Self.update(self, nulls: nulls) }
}

extension Updatable where Self: Identifiable, Parent: Resource {
  /// Replaces the one with this id in a parent. Nil attributes are sent as null; `nulls: .omit` leaves them out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> ChildCall<Self, Self> {
    ChildCall(
      updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the one with this id in a parent by attributes written in place.
  public static func update(_ id: ID, _ attributes: JSONValue) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent: Resource {
  /// Replaces the singleton of a parent.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .null
  ) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the singleton of a parent by attributes written in place.
  public static func update(_ attributes: JSONValue) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Parent: Resource {
  /// Updates several in a parent in one request: PATCH of a JSON array to `path`. An empty array is sent as one.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .null
  ) -> ChildCall<Self, [Self]> {
    ChildCall(updateAllEndpoint, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Updatable where Self: Identifiable & Encodable, Parent: Resource {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> ChildCall<Self, Self> { Self.update(id, self, nulls: nulls) }
}

extension Updatable where Self: Singleton & Encodable, Parent: Resource {
  /// Replaces the server's copy with this one.
  public func update(nulls: NullPolicy = .null) -> ChildCall<Self, Self> { Self.update(self, nulls: nulls) }
}
