public import RefineryCore

/// A relationship that leads to one resource or to none.
///
/// It always keeps what the server said: type and id are there whether or not the document holds the resource itself, which
/// ``value`` then finds, read at each use. So resources may refer to each other in circles, and nothing is held in one.
///
/// ```swift
/// article.author.id           // "9", with or without ?include=author
/// article.author.isLoaded     // true if the document holds the person
/// try article.author.value    // Person?
/// article.author = .to(ann)   // or .to(id: "9"), .null, .absent
/// ```
/// Two are equal when they say the same about the linkage, whatever is loaded; so models compare by their own members and by
/// what they refer to.
public struct ToOne<Target: ResourceObject>: Sendable {
  private enum Source: Sendable {
    case nowhere
    case document(ResourcePool)
    case model(Box<Target>)
  }

  /// What it leads to: absent where the server gave links or meta alone or nothing at all, null for no resource.
  ///
  /// An absent one is not sent, null is sent as `{"data": null}`.
  public let linkage: Field<ResourceIdentifier>
  /// Its links: `itself` for the linkage, `related` for the resource.
  public let links: ResourceLinks
  /// What the server says beside.
  public let meta: RawJSON.Object
  private let source: Source

  private init(
    _ linkage: Field<ResourceIdentifier>, links: ResourceLinks = ResourceLinks(), meta: RawJSON.Object = [:],
    source: Source = .nowhere
  ) {
    self.linkage = linkage
    self.links = links
    self.meta = meta
    self.source = source
  }

  /// Nothing is said about it, and nothing is sent.
  public static var absent: ToOne { ToOne(.absent) }
  /// It leads to no resource.
  public static var null: ToOne { ToOne(.null) }

  /// It leads to a model. One without an id needs a `lid` to be sent.
  public static func to(_ target: Target) -> ToOne {
    ToOne(.value(target.resourceIdentifier), source: .model(Box(target)))
  }

  /// It leads to the resource that is named so; for targets of several types.
  public static func to(_ identifier: ResourceIdentifier) -> ToOne { ToOne(.value(identifier)) }

  /// The type of the resource; nil for none.
  public var type: String? { linkage.value?.type }
  /// The id of the resource; nil for none, and for one that the server has not made.
  public var id: String? { linkage.value?.id }

  /// Whether ``value`` has the resource itself and not just its name.
  public var isLoaded: Bool {
    switch source {
    case .nowhere: false
    case .model: true
    case .document(let pool): linkage.value.map { pool[$0] != nil } ?? false
    }
  }

  /// The resource itself, where the document holds it; nil where it does not, or there is none.
  ///
  /// Read anew at each use, unless it is a class.
  ///
  /// - Throws: `MappingError` with the place in the document, where the resource does not fit the model.
  public var value: Target? {
    get throws {
      switch source {
      case .nowhere: nil
      case .model(let box): box.value
      case .document(let pool): try linkage.value.flatMap { try pool.value(Target.self, for: $0) }
      }
    }
  }

  /// The resource without a model, where the document holds it.
  public var resource: GenericResource? {
    guard case .document(let pool) = source, let identifier = linkage.value else { return nil }
    return pool[identifier].map { GenericResource($0, in: pool) }
  }

  init(_ identifier: ResourceIdentifier, in pool: ResourcePool?) {
    self.init(.value(identifier), source: pool.map(Source.document) ?? .nowhere)
  }

  /// The model that it was given, for documents that send it along.
  var model: Target? { if case .model(let box) = source { box.value } else { nil } }
}

extension ToOne where Target: JSONAPIResource {
  /// It leads to the resource with an id.
  public static func to(id: Target.ID) -> ToOne {
    ToOne(.value(ResourceIdentifier(type: Target.resourceType, id: Target.text(of: id))))
  }
}

/// Lets a model refer to its own type.
final class Box<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension ToOne: Hashable {
  /// Whether both say the same about the linkage.
  public static func == (left: ToOne, right: ToOne) -> Bool { left.linkage == right.linkage }
  /// Hashes the linkage.
  public func hash(into hasher: inout Hasher) { hasher.combine(linkage) }
}

extension ToOne: Codable {
  /// Reads a relationship object. That it is absent only its resource can know: see `KeyedDecodingContainer`.
  public init(from decoder: any Decoder) throws {
    let context = RelationshipContext(decoder)
    let relationship = try context.relationship
    let linkage: Field<ResourceIdentifier> =
      switch relationship.linkage {
      case nil: .absent
      case .one(nil): .null
      case .one(let identifier?): .value(identifier)
      case .many: throw context.mismatch("an object or null")
      }
    self.init(
      linkage, links: relationship.links, meta: relationship.meta,
      source: context.pool.map(Source.document) ?? .nowhere)
  }

  /// Writes the linkage.
  ///
  /// - Throws: ``UnidentifiedResource`` where it leads to a resource with neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    let linkage: Linkage? =
      switch linkage {
      case .absent: nil
      case .null: .one(nil)
      case .value(let identifier): .one(identifier)
      }
    try RelationshipMark.encode(linkage, sending: model.map { [$0] } ?? [], to: encoder)
  }
}
