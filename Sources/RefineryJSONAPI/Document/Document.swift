public import RefineryCore

/// A whole document: the primary data, links, meta and included resources.
///
/// ```swift
/// let document = try await api.send(Article.enumerate().document)   // Document<[Article]>
/// document.data              // [Article]?: nil for `data: null`, and for a document with only meta
/// document.meta["count"]?.int
/// document.links.next?.href
/// ```
public struct Document<Content: Sendable>: Sendable {
  /// The primary data; nil if it is null or missing.
  public var data: Content?
  /// Whether there is a `data` member, even a null one.
  package let hasData: Bool
  /// The included resources, in the document's order and of any type, as the server wrote them. The standard forbids two with
  /// the same type and id; if there are two, relationships lead to the first.
  public internal(set) var included: [GenericResource]
  /// The meta members of the document.
  public internal(set) var meta: JSONValue.Object
  /// Whether there is a `meta` object, even an empty one.
  let hasMeta: Bool
  /// The links of the document, such as those to other pages.
  public internal(set) var links: ResourceLinks
  /// The server's JSON:API version, extensions and profiles.
  public let jsonapi: JSONAPIObject?

  /// A document to send.
  public init(data: Content?, included: [GenericResource] = [], meta: JSONValue.Object = [:]) {
    self.data = data
    self.included = included
    self.meta = meta
    hasMeta = !meta.isEmpty
    hasData = true
    links = ResourceLinks()
    jsonapi = nil
  }
}

extension Document: DocumentReadable where Content: Decodable {
  init(reading document: RawDocument) throws {
    data = try Content?(reading: document)
    included = document.included.map { GenericResource($0, in: document.pool) }
    meta = document.meta
    hasMeta = document.hasMeta
    links = document.links
    jsonapi = document.jsonapi
    if case .absent = document.data { hasData = false } else { hasData = true }
  }
}

extension Document: Decodable where Content: Decodable {
  /// Reads a document, by any coder.
  ///
  /// - Throws: `MappingError` with the place of the fault.
  public init(from decoder: any Decoder) throws {
    let settings = ResourcePool.Settings(dates: .iso8601, keys: .asWritten, userInfo: [:])
    try self.init(reading: RawDocument(JSONValue(from: decoder), settings: settings))
  }
}

extension Document: Encodable where Content: Encodable {
  /// Writes the document by a ``JSONAPICoder``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONAPICoder().document(self, nulls: nil))
  }
}

extension ScopedCall where Output: Decodable {
  /// The same call, which returns the whole document.
  public var document: ScopedCall<Document<Output>, Parent> { decoding(Document<Output>.self).envelope([]) }
}
