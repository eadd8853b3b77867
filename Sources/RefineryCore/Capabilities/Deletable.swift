import HTTPTypes

/// One can be deleted: DELETE, by default of `path` and the id. Needs no decoding.
public protocol Deletable: Resource {
  /// Where one is deleted; the path and `/{id}` unless you say, the path itself of a ``Singleton``.
  static var deletePath: URITemplate { get }
  /// The whole row; override it to change more than its path.
  static var deleteEndpoint: Endpoint { get }
}

extension Deletable {
  /// DELETE of ``deletePath``.
  public static var deleteEndpoint: Endpoint { row(.delete, .delete, deletePath, takesID: true, output: .nothing) }
}

extension Deletable where Self: Identifiable {
  /// The path and `/{id}`.
  public static var deletePath: URITemplate { path.item }
}

extension Deletable where Self: Singleton {
  /// The path itself.
  public static var deletePath: URITemplate { path }
}

extension Deletable where Self: Identifiable, Parent == Never {
  /// Deletes the one with this id. Any success is ``Okay``, whatever its body.
  public static func delete(_ id: ID) -> Call<Okay> {
    let row = deleteEndpoint
    return Call(row, PathValues("id", PathValue(id: id)), mapping: .okay)
  }

  /// Deletes what the server has of this one.
  public func delete() -> Call<Okay> { Self.delete(id) }
}

extension Deletable where Self: Singleton, Parent == Never {
  /// Deletes the one there is.
  public static func delete() -> Call<Okay> {
    let row = deleteEndpoint
    return Call(row, mapping: .okay)
  }

  /// Deletes what the server has of this one.
  public func delete() -> Call<Okay> { Self.delete() }
}

extension Deletable where Self: Identifiable, Parent: Resource {
  /// Deletes the one with this id in a parent.
  public static func delete(_ id: ID) -> ChildCall<Self, Okay> {
    ChildCall(deleteEndpoint, PathValues("id", PathValue(id: id)), mapping: .okay)
  }

  /// Deletes what the server has of this one: `post.read() / comment.delete()`.
  public func delete() -> ChildCall<Self, Okay> { Self.delete(id) }
}

extension Deletable where Self: Singleton, Parent: Resource {
  /// Deletes the one that a parent has.
  public static func delete() -> ChildCall<Self, Okay> { ChildCall(deleteEndpoint, mapping: .okay) }

  /// Deletes what the server has of this one.
  public func delete() -> ChildCall<Self, Okay> { Self.delete() }
}

/// All six capabilities at once.
public typealias Mappable = Creatable & Readable & Updatable & Patchable & Deletable & Enumerable
