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
  /// The linkage: absent if the server sent only links or meta, or nothing; null for no resource.
  ///
  /// An absent linkage is not sent. Null is sent as `{"data": null}`.
  public let linkage: Field<ResourceIdentifier>
  /// Its links: `itself` for the linkage, `related` for the resource.
  public let links: ResourceLinks
  /// The meta members of the relationship.
  public let meta: JSONValue.Object
  private let pool: ResourcePool?
  /// The model that it was created with, if any. A list, because a model may refer to its own type.
  private let models: [Target]

  private init(
    _ linkage: Field<ResourceIdentifier>, links: ResourceLinks = ResourceLinks(), meta: JSONValue.Object = [:],
    pool: ResourcePool? = nil, models: [Target] = []
  ) {
    self.linkage = linkage
    self.links = links
    self.meta = meta
    self.pool = pool
    self.models = models
  }

  /// No linkage; the relationship is not sent.
  public static var absent: ToOne { ToOne(.absent) }
  /// A relationship to no resource.
  public static var null: ToOne { ToOne(.null) }

  /// A relationship to a model. A model without an id needs a `lid`.
  public static func to(_ target: Target) -> ToOne {
    ToOne(.value(target.resourceIdentifier), models: [target])
  }

  /// A relationship to the resource with this identifier; for targets of several types.
  public static func to(_ identifier: ResourceIdentifier) -> ToOne { ToOne(.value(identifier)) }

  /// The id of the resource; nil for no resource, and for one that the server has not created.
  public var id: String? { linkage.value?.id }

  /// Whether there is no linkage.
  public var isAbsent: Bool { linkage.isAbsent }
  /// Whether the document contains the resource, so that ``value`` can return it.
  public var isLoaded: Bool { !models.isEmpty || linkage.value.flatMap { pool?[$0] } != nil }

  /// The resource, if the document contains it; otherwise nil.
  ///
  /// Decoded at each use, unless it is a class.
  ///
  /// - Throws: `MappingError` with the place in the document if the resource does not fit the model.
  public var value: Target? {
    get throws { try models.first ?? linkage.value.flatMap { try pool?.value(Target.self, for: $0) } }
  }

  init(_ identifier: ResourceIdentifier, in pool: ResourcePool?) { self.init(.value(identifier), pool: pool) }
}

extension ToOne where Target: JSONAPIResource {
  /// A relationship to the resource with an id.
  public static func to(id: Target.ID) -> ToOne {
    ToOne(.value(ResourceIdentifier(type: Target.resourceType, id: Target.text(of: id))))
  }
}

extension ToOne: Hashable {
  /// Whether both have the same linkage.
  public static func == (left: ToOne, right: ToOne) -> Bool { left.linkage == right.linkage }
  /// Hashes the linkage.
  public func hash(into hasher: inout Hasher) { hasher.combine(linkage) }
}

extension ToOne: RelationshipProperty {
  /// Reads a relationship object. Whether it is absent can be seen only in its resource: see `KeyedDecodingContainer`.
  public init(from decoder: any Decoder) throws {
    let relationship = try Relationship(from: decoder)
    let linkage: Field<ResourceIdentifier> =
      switch relationship.linkage {
      case nil: .absent
      case .one(nil): .null
      case .one(let identifier?): .value(identifier)
      case .many: throw decoder.linkageMismatch("an object or null")
      }
    self.init(linkage, links: relationship.links, meta: relationship.meta, pool: decoder.pool)
  }

  /// Writes the linkage.
  ///
  /// - Throws: an error if the target has neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    let linkage: Linkage? =
      switch linkage {
      case .absent: nil
      case .null: .one(nil)
      case .value(let identifier): .one(identifier)
      }
    try RelationshipMark.encode(linkage, to: encoder)
  }
}
