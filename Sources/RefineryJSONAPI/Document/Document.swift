public import RefineryCore

/// A whole document: the primary data and everything around it.
///
/// ```swift
/// let document = try await api.send(Article.enumerate().document)   // Document<[Article]>
/// document.data              // [Article]?: nil for `data: null`, and for a document of meta alone
/// document.meta["count"]?.int
/// document.links.next?.href
/// ```
public struct Document<Content: Sendable>: Sendable {
  /// The primary data; nil for null, and for a document without any: see ``hasData``.
  public var data: Content?
  /// Whether there is a `data` member, if only null.
  public let hasData: Bool
  /// The other resources of the document, in its order and of any type, as the server wrote them. Of two with one type and id,
  /// which the standard forbids, relationships lead to the first.
  public internal(set) var included: [GenericResource]
  /// What the server says beside.
  public internal(set) var meta: RawJSON.Object
  /// Whether there is a `meta` object, if only an empty one.
  let hasMeta: Bool
  /// The links of the document: itself and other pages.
  public internal(set) var links: ResourceLinks
  /// What the document says about the server's JSON:API.
  public let jsonapi: JSONAPIObject?

  /// A document to send.
  public init(data: Content?, included: [GenericResource] = [], meta: RawJSON.Object = [:]) {
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
    try self.init(reading: RawDocument(RawJSON(from: decoder), settings: settings))
  }
}

extension Document: Encodable where Content: Encodable {
  /// Writes the document by a ``JSONAPICoder`` of its own.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONAPICoder().document(self, nulls: nil))
  }
}

extension Call where Output: Decodable {
  /// The same call, its answer the whole document.
  public var document: Call<Document<Output>> { decoding(Document<Output>.self).envelope([]) }
}
