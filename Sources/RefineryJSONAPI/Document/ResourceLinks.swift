public import RefineryCore

/// The links of a document, a resource or a relationship, by name.
///
/// A link is text, an object or null. Any other value is left out, so that the other links can be read.
public struct ResourceLinks: Sendable, Hashable {
  /// The links by name; nil for null.
  private var links: [String: ResourceLink?] = [:]
  /// The names whose link is not text, an object or null.
  package private(set) var unreadable: Set<String> = []

  /// No links.
  public init() {}

  /// The names of the links that have a target, sorted.
  public var names: [String] { links.filter { $0.value != nil }.keys.sorted() }
  /// The names whose link is null, such as `next` on a last page.
  package var nulls: Set<String> { Set(links.filter { $0.value == nil }.keys) }
  /// The link with a name, as the standard writes it, such as `self`, `related` or `prev`; nil if it is missing or null.
  public subscript(name: String) -> ResourceLink? { links[name] ?? nil }
  /// The page after this one.
  public var next: ResourceLink? { self["next"] }

  init(_ json: JSONValue?, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    guard let json, !json.isNull else { return }
    for (name, value) in try json.members(at: place()) {
      let link = ResourceLink(value)
      if link != nil || value.isNull { links.updateValue(link, forKey: name) } else { unreadable.insert(name) }
    }
  }

  /// Throws the errors of reading the links.
  static func check(_ json: JSONValue?, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    if let json, !json.isNull { _ = try json.members(at: place()) }
  }

  /// Returns these links. Links with these names are taken from `others`.
  func keeping(_ others: ResourceLinks, names: [String]) -> ResourceLinks {
    var kept = self
    for name in names { kept.links[name] = others.links[name] }
    return kept
  }

  var json: JSONValue {
    .object(JSONValue.Object(names.map { ($0, self[$0]?.json ?? .null) } + nulls.sorted().map { ($0, .null) }))
  }
}

extension ResourceLinks: Codable {
  /// Reads a links object.
  public init(from decoder: any Decoder) throws {
    try self.init(JSONValue(from: decoder), at: DocumentPath(decoder.codingPath))
  }

  /// Writes a links object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

/// One link: its target and its description.
public struct ResourceLink: Sendable, Hashable {
  /// The target: a URI reference, as the server wrote it.
  public let href: String
  /// The relation type (RFC 8288).
  public let rel: String?
  /// The link to a description of the target.
  public let describedBy: String?
  /// A label for human readers.
  public let title: String?
  /// The media type of the target.
  public let type: String?
  /// The languages of the target.
  public let languages: [String]
  /// The meta members of the link.
  public let meta: JSONValue.Object

  let json: JSONValue

  /// Nil if the value is neither text nor an object with an `href`.
  init?(_ json: JSONValue) {
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

/// The `jsonapi` member of a document: the features of the server.
public struct JSONAPIObject: Sendable, Hashable {
  /// The highest version the server supports, such as `1.1`.
  public let version: String?
  /// The URIs of the extensions that the document uses.
  public let extensions: [String]
  /// The URIs of the profiles that the document uses.
  public let profiles: [String]
  /// The meta members of the object.
  public let meta: JSONValue.Object

  init?(_ json: JSONValue?) {
    guard let object = json?.object else { return nil }
    version = object["version"]?.string
    extensions = object["ext"]?.array?.compactMap(\.string) ?? []
    profiles = object["profile"]?.array?.compactMap(\.string) ?? []
    meta = object["meta"]?.object ?? [:]
  }
}
