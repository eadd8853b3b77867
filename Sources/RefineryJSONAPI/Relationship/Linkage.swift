public import RefineryCore

/// The target of a relationship, by identifiers only: none or one, or any number.
public enum Linkage: Sendable, Hashable {
  /// To-one: the resource, or nil for none.
  case one(ResourceIdentifier?)
  /// To-many: the resources, in order.
  case many([ResourceIdentifier])

  /// The identifiers: none, one or several.
  package var identifiers: [ResourceIdentifier] {
    switch self {
    case .one(let identifier): identifier.map { [$0] } ?? []
    case .many(let identifiers): identifiers
    }
  }

  /// The ids of the resources that have one.
  public var ids: [String] { identifiers.compactMap(\.id) }

  init(_ json: JSONValue, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    switch json {
    case .null: self = .one(nil)
    case .object: self = .one(try ResourceIdentifier(json, at: place()))
    case .array(let elements):
      let place = place()
      let identifiers = try elements.enumerated().map { (index, element) throws(MappingError) in
        try ResourceIdentifier(element, at: place.element(index))
      }
      self = .many(identifiers)
    default: throw place().error(.wrongShape, expected: "null, an object or an array")
    }
  }

  /// The value of a `data` member.
  func json() throws(ResourceFault) -> JSONValue {
    switch self {
    case .one(nil): return .null
    case .one(let identifier?): return try identifier.json()
    case .many(let identifiers):
      return .array(try identifiers.map { identifier throws(ResourceFault) in try identifier.json() })
    }
  }
}

/// A relationship of either kind: its linkage, its links and its meta.
public struct Relationship: Sendable, Hashable {
  /// The linkage; nil if the server sent only links or meta.
  public let linkage: Linkage?
  /// Its links: `itself` for the linkage, `related` for the resources.
  public let links: ResourceLinks
  /// The meta members of the relationship.
  public let meta: JSONValue.Object

  /// No linkage; the relationship is not sent.
  public static var absent: Relationship { Relationship(nil) }
  /// Whether there is no linkage.
  public var isAbsent: Bool { linkage == nil }

  /// A relationship to send.
  public init(_ linkage: Linkage?) {
    self.linkage = linkage
    links = ResourceLinks()
    meta = [:]
  }

  init(_ json: JSONValue, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    let object = try json.members(at: place())
    linkage = try object["data"].map { data throws(MappingError) in try Linkage(data, at: place().member("data")) }
    links = try ResourceLinks(object["links"], at: place().member("links"))
    meta = try object.members(of: "meta", at: place())
  }
}

extension Relationship: RelationshipProperty {
  /// Reads a relationship object. The document at the URL of a relationship has the same members, so it is read, too.
  public init(from decoder: any Decoder) throws {
    try self.init(JSONValue(from: decoder), at: DocumentPath(decoder.codingPath))
  }

  /// Writes only the linkage, because clients may send nothing else: `{"data": ...}`. Without linkage, the relationship is left
  /// out of its resource. As a whole document it is an error. In any other place it is written as `{}`.
  ///
  /// - Throws: an error if a target has neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    try RelationshipMark.encode(linkage, to: encoder)
  }
}
