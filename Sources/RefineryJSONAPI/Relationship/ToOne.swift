public import RefineryCore

/// A relationship to one resource, or to none.
///
/// It always keeps the linkage: type and id are available whether or not the document contains the resource. ``value`` finds
/// the resource in the document and decodes it at each use. So resources may refer to each other without retain cycles.
///
/// ```swift
/// article.author.id           // "9", with or without ?include=author
/// article.author.isLoaded     // true if the document holds the person
/// try article.author.value    // Person?
/// article.author = .to(ann)   // or .to(id: "9"), .null, .absent
/// ```
/// Two values are equal if their linkage is equal; the loaded resources do not matter. So two models are equal if their own
/// members and the identifiers of their relationships are equal.
public struct ToOne<Target: ResourceObject>: Sendable {
  private enum Source: Sendable {
    case nowhere
    case document(ResourcePool)
    case model(Box<Target>)
  }

  /// The linkage: absent if the server sent only links or meta, or nothing; null for no resource.
  ///
  /// An absent linkage is not sent. Null is sent as `{"data": null}`.
  public let linkage: Field<ResourceIdentifier>
  /// Its links: `itself` for the linkage, `related` for the resource.
  public let links: ResourceLinks
  /// The meta members of the relationship.
  public let meta: JSONValue.Object
  private let source: Source

  private init(
    _ linkage: Field<ResourceIdentifier>, links: ResourceLinks = ResourceLinks(), meta: JSONValue.Object = [:],
    source: Source = .nowhere
  ) {
    self.linkage = linkage
    self.links = links
    self.meta = meta
    self.source = source
  }

  /// No linkage; the relationship is not sent.
  public static var absent: ToOne { ToOne(.absent) }
  /// A relationship to no resource.
  public static var null: ToOne { ToOne(.null) }

  /// A relationship to a model. A model without an id needs a `lid`.
  public static func to(_ target: Target) -> ToOne {
    ToOne(.value(target.resourceIdentifier), source: .model(Box(target)))
  }

  /// A relationship to the resource with this identifier; for targets of several types.
  public static func to(_ identifier: ResourceIdentifier) -> ToOne { ToOne(.value(identifier)) }

  /// The type of the resource; nil for none.
  public var type: String? { linkage.value?.type }
  /// The id of the resource; nil for no resource, and for one that the server has not created.
  public var id: String? { linkage.value?.id }

  /// Whether the document contains the resource, so that ``value`` can return it.
  public var isLoaded: Bool {
    switch source {
    case .nowhere: false
    case .model: true
    case .document(let pool): linkage.value.map { pool[$0] != nil } ?? false
    }
  }

  /// The resource, if the document contains it; otherwise nil.
  ///
  /// Decoded at each use, unless it is a class.
  ///
  /// - Throws: `MappingError` with the place in the document if the resource does not fit the model.
  public var value: Target? {
    get throws {
      switch source {
      case .nowhere: nil
      case .model(let box): box.value
      case .document(let pool): try linkage.value.flatMap { try pool.value(Target.self, for: $0) }
      }
    }
  }

  /// The resource without a model, if the document contains it.
  public var resource: GenericResource? {
    guard case .document(let pool) = source, let identifier = linkage.value else { return nil }
    return pool[identifier].map { GenericResource($0, in: pool) }
  }

  init(_ identifier: ResourceIdentifier, in pool: ResourcePool?) {
    self.init(.value(identifier), source: pool.map(Source.document) ?? .nowhere)
  }

  /// The model it was created with, for documents that include it.
  var model: Target? { if case .model(let box) = source { box.value } else { nil } }
}

extension ToOne where Target: JSONAPIResource {
  /// A relationship to the resource with an id.
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
  /// Whether both have the same linkage.
  public static func == (left: ToOne, right: ToOne) -> Bool { left.linkage == right.linkage }
  /// Hashes the linkage.
  public func hash(into hasher: inout Hasher) { hasher.combine(linkage) }
}

extension ToOne: Codable {
  /// Reads a relationship object. Whether it is absent can be seen only in its resource: see `KeyedDecodingContainer`.
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
  /// - Throws: ``UnidentifiedResource`` if the target has neither id nor local id.
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
