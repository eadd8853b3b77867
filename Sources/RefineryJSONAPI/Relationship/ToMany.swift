public import RefineryCore

/// A relationship that leads to any number of resources, in order.
///
/// Like ``ToOne`` it keeps what the server said, and finds in the document what that holds. It is a collection of ``ToOne``:
///
/// ```swift
/// article.comments.ids              // ["5", "12"], with or without ?include=comments
/// try article.comments.values       // [Comment]: those that the document holds
/// for comment in article.comments { print(comment.isLoaded) }
/// article.comments = .to([first, second])   // or .to(ids: ["5"]), .to([]), .absent
/// ```
public struct ToMany<Target: ResourceObject>: Sendable {
  /// What it leads to; nil where the server gave links or meta alone or nothing at all.
  ///
  /// Nil is not sent, an empty list is sent as `{"data": []}`.
  public let linkage: [ResourceIdentifier]?
  /// Its links: `itself` for the linkage, `related` for the resources.
  public let links: ResourceLinks
  /// What the server says beside, such as a count.
  public let meta: RawJSON.Object
  private let pool: ResourcePool?
  private let models: [Target]

  private init(
    _ linkage: [ResourceIdentifier]?, links: ResourceLinks = ResourceLinks(), meta: RawJSON.Object = [:],
    pool: ResourcePool? = nil, models: [Target] = []
  ) {
    self.linkage = linkage
    self.links = links
    self.meta = meta
    self.pool = pool
    self.models = models
  }

  /// Nothing is said about it, and nothing is sent.
  public static var absent: ToMany { ToMany(nil) }

  /// It leads to these models. One without an id needs a `lid` to be sent.
  public static func to(_ targets: [Target]) -> ToMany { ToMany(targets.map(\.resourceIdentifier), models: targets) }

  /// It leads to the resources that are named so; for targets of several types. `.to([])` leads to none.
  @_disfavoredOverload
  public static func to(_ identifiers: [ResourceIdentifier]) -> ToMany { ToMany(identifiers) }

  /// Whether nothing is known of what it leads to.
  public var isAbsent: Bool { linkage == nil }
  /// The ids, in order, of the resources that have one.
  public var ids: [String] { (linkage ?? []).compactMap(\.id) }

  /// Whether its linkage is known and every resource is there itself and not just by its name.
  public var isLoaded: Bool { linkage != nil && allSatisfy(\.isLoaded) }

  /// The resources that the document holds, in order; those it does not hold are left out: see ``isLoaded``.
  ///
  /// Read anew at each use, unless they are classes.
  ///
  /// - Throws: `MappingError` with the place in the document, where a resource does not fit the model.
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
  /// It leads to the resources with these ids.
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
  /// Whether both say the same about the linkage.
  public static func == (left: ToMany, right: ToMany) -> Bool { left.linkage == right.linkage }
  /// Hashes the linkage.
  public func hash(into hasher: inout Hasher) { hasher.combine(linkage) }
}

extension ToMany: Codable {
  /// Reads a relationship object. That it is absent only its resource can know: see `KeyedDecodingContainer`.
  public init(from decoder: any Decoder) throws {
    let context = RelationshipContext(decoder)
    let relationship = try context.relationship
    if case .one = relationship.linkage { throw context.mismatch("an array") }
    self.init(
      relationship.linkage?.identifiers, links: relationship.links, meta: relationship.meta, pool: context.pool)
  }

  /// Writes the linkage.
  ///
  /// - Throws: ``UnidentifiedResource`` where it leads to a resource with neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    try RelationshipMark.encode(linkage.map(Linkage.many), sending: models, to: encoder)
  }
}
