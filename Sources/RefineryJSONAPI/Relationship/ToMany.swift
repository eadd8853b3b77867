public import RefineryCore

/// A relationship to any number of resources, in order.
///
/// Like ``ToOne``, it keeps the linkage and finds the resources in the document. It is a collection of ``ToOne``:
///
/// ```swift
/// article.comments.ids              // ["5", "12"], with or without ?include=comments
/// try article.comments.values       // [Comment]: those that the document holds
/// for comment in article.comments { print(comment.isLoaded) }
/// article.comments = .to([first, second])   // or .to(ids: ["5"]), .to([]), .absent
/// ```
public struct ToMany<Target: ResourceObject>: Sendable {
  /// The linkage; nil if the server sent only links or meta, or nothing.
  ///
  /// Nil is not sent. An empty list is sent as `{"data": []}`.
  public let linkage: [ResourceIdentifier]?
  /// Its links: `itself` for the linkage, `related` for the resources.
  public let links: ResourceLinks
  /// The meta members of the relationship, such as a count.
  public let meta: JSONValue.Object
  private let pool: ResourcePool?
  private let models: [Target]

  private init(
    _ linkage: [ResourceIdentifier]?, links: ResourceLinks = ResourceLinks(), meta: JSONValue.Object = [:],
    pool: ResourcePool? = nil, models: [Target] = []
  ) {
    self.linkage = linkage
    self.links = links
    self.meta = meta
    self.pool = pool
    self.models = models
  }

  /// No linkage; the relationship is not sent.
  public static var absent: ToMany { ToMany(nil) }

  /// A relationship to these models. A model without an id needs a `lid`.
  public static func to(_ targets: [Target]) -> ToMany { ToMany(targets.map(\.resourceIdentifier), models: targets) }

  /// A relationship to the resources with these identifiers; for targets of several types. `.to([])` has no target.
  @_disfavoredOverload
  public static func to(_ identifiers: [ResourceIdentifier]) -> ToMany { ToMany(identifiers) }

  /// Whether there is no linkage.
  public var isAbsent: Bool { linkage == nil }
  /// The ids of the resources, in order. Resources without an id are left out.
  public var ids: [String] { (linkage ?? []).compactMap(\.id) }

  /// Whether the linkage is known and the document contains every resource.
  public var isLoaded: Bool { linkage != nil && allSatisfy(\.isLoaded) }

  /// The resources of this relationship that the document contains, in order. The others are left out: see ``isLoaded``.
  ///
  /// Decoded at each use, unless they are classes.
  ///
  /// - Throws: `MappingError` with the place in the document if a resource does not fit the model.
  public var values: [Target] {
    get throws {
      guard models.isEmpty else { return models }
      guard let pool else { return [] }
      let reader = ResourceReader<Target>(pool)
      return try (linkage ?? []).compactMap { identifier in try pool[identifier].map { try reader.value(of: $0) } }
    }
  }
}

extension ToMany where Target: JSONAPIResource {
  /// A relationship to the resources with these ids.
  public static func to(ids: [Target.ID]) -> ToMany {
    ToMany(ids.map { ResourceIdentifier(type: Target.resourceType, id: Target.text(of: $0)) })
  }
}

extension ToMany: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last.
  public var endIndex: Int { linkage?.count ?? 0 }
  /// One of the resources.
  public subscript(position: Int) -> ToOne<Target> {
    models.isEmpty ? ToOne((linkage ?? [])[position], in: pool) : .to(models[position])
  }
}

extension ToMany: Hashable {
  /// Whether both have the same linkage.
  public static func == (left: ToMany, right: ToMany) -> Bool { left.linkage == right.linkage }
  /// Hashes the linkage.
  public func hash(into hasher: inout Hasher) { hasher.combine(linkage) }
}

extension ToMany: RelationshipProperty {
  /// Reads a relationship object. Whether it is absent can be seen only in its resource: see `KeyedDecodingContainer`.
  public init(from decoder: any Decoder) throws {
    let relationship = try Relationship(from: decoder)
    if case .one = relationship.linkage { throw decoder.linkageMismatch("an array") }
    self.init(
      relationship.linkage?.identifiers, links: relationship.links, meta: relationship.meta, pool: decoder.pool)
  }

  /// Writes the linkage.
  ///
  /// - Throws: an error if a target has neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    try RelationshipMark.encode(linkage.map(Linkage.many), to: encoder)
  }
}
