import HTTPTypes

/// A model that can be changed in part: PATCH, by default to `path` and the id.
public protocol Patchable: Resource, Decodable {
  /// The type of ``patchPath``. A model with another type does not compile.
  associatedtype DeclaredPatchPath = URITemplate
  /// The path of changing one; by default ``Resource/itemPath``.
  static var patchPath: DeclaredPatchPath { get }
  /// The whole row; override it to change more than its path.
  static var patchEndpoint: Endpoint { get }
}

extension Patchable where DeclaredPatchPath == URITemplate {
  /// PATCH of ``patchPath``.
  public static var patchEndpoint: Endpoint {
    endpoint(of: .patch, .patch, patchPath)
  }
}

extension Patchable where Self: Identifiable {
  /// ``Resource/itemPath``.
  public static var patchPath: URITemplate { itemPath }
}

extension Patchable where Self: Singleton {
  /// The path itself.
  public static var patchPath: URITemplate { path }
}

extension Patchable where Self: Identifiable {
  /// Changes the one with this id.
  ///
  /// Nil attributes are left out, so they are not changed; `nulls: .null` sends them as null. A ``Field`` decides for each
  /// attribute.
  public static func patch<Changes: Encodable & Sendable>(
    _ id: ID, _ changes: Changes, nulls: NullPolicy = .omit
  ) -> ScopedCall<Self, Parent> {
    ScopedCall(patchEndpoint, PathValues("id", PathValue(id: id)), payload: .value(changes, nulls: nulls), mapping: .object)
  }

  /// Changes the one with this id by attributes written in place: `Person.patch(5, ["name": "Ann"])`.
  public static func patch(_ id: ID, _ changes: JSONValue) -> ScopedCall<Self, Parent> {
    ScopedCall(patchEndpoint, PathValues("id", PathValue(id: id)), payload: .value(changes, nulls: nil), mapping: .object)
  }

  /// Changes this one on the server. Returns a new value.
  public func patch<Changes: Encodable & Sendable>(_ changes: Changes, nulls: NullPolicy = .omit) -> ScopedCall<Self, Parent> {
    Self.patch(id, changes, nulls: nulls)
  }

  /// Changes this one on the server by attributes written in place.
  public func patch(_ changes: JSONValue) -> ScopedCall<Self, Parent> { Self.patch(id, changes) }
}

extension Patchable where Self: Singleton {
  /// Changes the singleton.
  public static func patch<Changes: Encodable & Sendable>(
    _ changes: Changes, nulls: NullPolicy = .omit
  ) -> ScopedCall<Self, Parent> {
    ScopedCall(patchEndpoint, payload: .value(changes, nulls: nulls), mapping: .object)
  }

  /// Changes the singleton by attributes written in place.
  public static func patch(_ changes: JSONValue) -> ScopedCall<Self, Parent> {
    ScopedCall(patchEndpoint, payload: .value(changes, nulls: nil), mapping: .object)
  }
}
