public import RefineryCore

/// The links of a document, a resource or a relationship, by name.
///
/// A link may be text, an object or null. One that is none of these is left out and its name kept in ``unreadable``, so that
/// the others are not lost.
public struct ResourceLinks: Sendable, Hashable {
  private var links: [String: ResourceLink] = [:]
  /// The names whose link is null: known, but leading nowhere, such as `next` of a last page.
  public private(set) var nulls: Set<String> = []
  /// The names whose link is neither text, object nor null.
  public private(set) var unreadable: Set<String> = []

  /// No links.
  public init() {}

  /// Whether there is no link.
  public var isEmpty: Bool { links.isEmpty }
  /// The names of the links that lead somewhere, sorted.
  public var names: [String] { links.keys.sorted() }
  /// The link of a name; nil where there is none or it is null.
  public subscript(name: String) -> ResourceLink? { links[name] }

  /// The document or resource itself (`self`).
  public var itself: ResourceLink? { links["self"] }
  /// The resources that a relationship leads to.
  public var related: ResourceLink? { links["related"] }
  /// The first page.
  public var first: ResourceLink? { links["first"] }
  /// The last page.
  public var last: ResourceLink? { links["last"] }
  /// The page before this one.
  public var prev: ResourceLink? { links["prev"] }
  /// The page after this one.
  public var next: ResourceLink? { links["next"] }
  /// A description of the document, such as a schema.
  public var describedBy: ResourceLink? { links["describedby"] }

  init(_ json: RawJSON?, at place: @autoclosure () -> Place) throws(MappingError) {
    guard let json, !json.isNull else { return }
    for (name, value) in try json.members(at: place()) {
      if value.isNull {
        nulls.insert(name)
      } else if let link = ResourceLink(value) {
        links[name] = link
      } else {
        unreadable.insert(name)
      }
    }
  }

  /// Throws what reading them would.
  static func check(_ json: RawJSON?, at place: @autoclosure () -> Place) throws(MappingError) {
    if let json, !json.isNull { _ = try json.members(at: place()) }
  }

  /// These links with some of others in place of their own.
  func keeping(_ others: ResourceLinks, names: [String]) -> ResourceLinks {
    var kept = self
    for name in names {
      kept.links[name] = others.links[name]
      kept.nulls.remove(name)
      if others.nulls.contains(name) { kept.nulls.insert(name) }
    }
    return kept
  }

  var json: RawJSON {
    .object(RawJSON.Object(names.map { ($0, links[$0]?.json ?? .null) } + nulls.sorted().map { ($0, .null) }))
  }
}

extension ResourceLinks: Codable {
  /// Reads a links object.
  public init(from decoder: any Decoder) throws {
    try self.init(RawJSON(from: decoder), at: Place(MappingError.path(decoder.codingPath)))
  }

  /// Writes a links object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

/// One link: where it leads, and what is said about it.
public struct ResourceLink: Sendable, Hashable {
  /// Where it leads: a URI reference, as the server wrote it.
  public let href: String
  /// What the link is for, as RFC 8288 has it.
  public let rel: String?
  /// Where the target is described.
  public let describedBy: String?
  /// A label for people.
  public let title: String?
  /// The media type of the target.
  public let type: String?
  /// The languages of the target.
  public let languages: [String]
  /// What the server says beside.
  public let meta: RawJSON.Object

  let json: RawJSON

  /// Nil for what is neither text nor an object with a `href`.
  init?(_ json: RawJSON) {
    guard let href = json.string ?? json["href"]?.string else { return nil }
    self.href = href
    self.json = json
    rel = json["rel"]?.string
    describedBy = json["describedby"]?.string ?? json["describedby"]?["href"]?.string
    title = json["title"]?.string
    type = json["type"]?.string
    languages = json["hreflang"]?.array?.compactMap(\.string) ?? json["hreflang"]?.string.map { [$0] } ?? []
    meta = json["meta"]?.object ?? [:]
  }
}

/// What a document says about the server's JSON:API: its `jsonapi` member.
public struct JSONAPIObject: Sendable, Hashable {
  /// The highest version the server supports, such as `1.1`.
  public let version: String?
  /// The URIs of the extensions that the document uses.
  public let extensions: [String]
  /// The URIs of the profiles that the document uses.
  public let profiles: [String]
  /// What the server says beside.
  public let meta: RawJSON.Object

  init?(_ json: RawJSON?) {
    guard let object = json?.object else { return nil }
    version = object["version"]?.string
    extensions = object["ext"]?.array?.compactMap(\.string) ?? []
    profiles = object["profile"]?.array?.compactMap(\.string) ?? []
    meta = object["meta"]?.object ?? [:]
  }
}
