import HTTPTypes

/// One can be replaced: PUT, by default to `path` and the id.
public protocol Updatable: Resource, Decodable {
  /// Where one is replaced; the path and `/{id}` unless you say, the path itself of a ``Singleton``.
  static var updatePath: URITemplate { get }
  /// The whole row; override it to change more than its path, such as the method.
  static var updateEndpoint: Endpoint { get }
  /// The whole row of updating several at once: PATCH of a list to `path`.
  static var updateAllEndpoint: Endpoint { get }
}

extension Updatable {
  /// PUT to ``updatePath``.
  public static var updateEndpoint: Endpoint {
    row(.update, .put, updatePath, takesID: true, input: .one, output: .one)
  }
  /// PATCH of a list to `path`.
  public static var updateAllEndpoint: Endpoint {
    row(.updateAll, .patch, path, input: .several, output: .several)
  }
}

extension Updatable where Self: Identifiable {
  /// The path and `/{id}`.
  public static var updatePath: URITemplate { path.item }
}

extension Updatable where Self: Singleton {
  /// The path itself.
  public static var updatePath: URITemplate { path }
}

extension Updatable where Self: Identifiable, Parent == Never {
  /// Replaces the one with this id, which counts even where the attributes hold another.
  ///
  /// Nil attributes are sent as null, so that the server forgets them; `nulls: .valued` leaves them out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .nullified
  ) -> Call<Self> {
    let row = updateEndpoint
    return Call(row, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the one with this id by attributes written in place.
  public static func update(_ id: ID, _ attributes: RawJSON) -> Call<Self> {
    let row = updateEndpoint
    return Call(row, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent == Never {
  /// Replaces the one there is.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .nullified
  ) -> Call<Self> {
    let row = updateEndpoint
    return Call(row, payload: .value(attributes, nulls: nulls), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent == Never {
  /// Replaces the one there is by attributes written in place.
  public static func update(_ attributes: RawJSON) -> Call<Self> {
    let row = updateEndpoint
    return Call(row, payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Parent == Never {
  /// Updates several by one request: PATCH of a JSON array to `path`. None sends an empty array.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .nullified
  ) -> Call<[Self]> {
    let row = updateAllEndpoint
    return Call(row, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Updatable where Self: Identifiable & Encodable, Parent == Never {
  /// Replaces what the server has by this one.
  public func update(nulls: NullPolicy = .nullified) -> Call<Self> { Self.update(id, self, nulls: nulls) }
}

extension Updatable where Self: Singleton & Encodable, Parent == Never {
  /// Replaces what the server has by this one.
  public func update(nulls: NullPolicy = .nullified) -> Call<Self> { Self.update(self, nulls: nulls) }
}

extension Updatable where Self: Identifiable, Parent: Resource {
  /// Replaces the one with this id in a parent. Nil attributes are sent as null; `nulls: .valued` leaves them out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .nullified
  ) -> ChildCall<Self, Self> {
    ChildCall(
      updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nulls), mapping: .object)
  }

  /// Replaces the one with this id in a parent by attributes written in place.
  public static func update(_ id: ID, _ attributes: RawJSON) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, PathValues("id", PathValue(id: id)), payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent: Resource {
  /// Replaces the one that a parent has.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: Attributes, nulls: NullPolicy = .nullified
  ) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, payload: .value(attributes, nulls: nulls), mapping: .object)
  }
}

extension Updatable where Self: Singleton, Parent: Resource {
  /// Replaces the one that a parent has by attributes written in place.
  public static func update(_ attributes: RawJSON) -> ChildCall<Self, Self> {
    ChildCall(updateEndpoint, payload: .value(attributes, nulls: nil), mapping: .object)
  }
}

extension Updatable where Parent: Resource {
  /// Updates several in a parent by one request: PATCH of a JSON array to `path`. None sends an empty array.
  public static func update<Attributes: Encodable & Sendable>(
    _ attributes: [Attributes], nulls: NullPolicy = .nullified
  ) -> ChildCall<Self, [Self]> {
    ChildCall(updateAllEndpoint, payload: .value(attributes, nulls: nulls), mapping: .list(of: Self.self))
  }
}

extension Updatable where Self: Identifiable & Encodable, Parent: Resource {
  /// Replaces what the server has by this one.
  public func update(nulls: NullPolicy = .nullified) -> ChildCall<Self, Self> { Self.update(id, self, nulls: nulls) }
}

extension Updatable where Self: Singleton & Encodable, Parent: Resource {
  /// Replaces what the server has by this one.
  public func update(nulls: NullPolicy = .nullified) -> ChildCall<Self, Self> { Self.update(self, nulls: nulls) }
}
