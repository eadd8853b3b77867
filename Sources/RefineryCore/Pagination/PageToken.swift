/// The place at which a reading can continue. Store it, and continue later or in another process.
///
/// A token says which page is next and how it is requested. It contains nothing of the call: continue with the same call and
/// strategy. It may contain text from the server's links or cursors, so protect it like the responses. The rules for a link in
/// a token are those for any link. So a token from an untrusted source cannot lead to an origin that ``CrossOriginLinks`` does
/// not permit.
///
/// ```swift
/// for try await page in api.pages(of: Person.enumerate(), from: saved) {
///   try store(page.elements, then: page.token)
/// }
/// ```
public struct PageToken: Sendable, Hashable, Redacted {
  /// How the page is requested.
  public let step: PageStep
  /// The number of the page in this reading, from 1.
  public let number: Int
  /// The number of elements before it.
  public let offset: Int
  /// The description of the reading's strategy; nil for a token made by hand. Another strategy cannot continue from this token.
  var strategy: String?

  /// A token; by default for the first page.
  public init(_ step: PageStep, number: Int = 1, offset: Int = 0) {
    self.step = step
    // The limit is larger than any list, and small enough that sums do not overflow an `Int`.
    self.number = min(max(1, number), Self.most)
    self.offset = min(max(0, offset), Self.most)
  }

  private static let most = 1 << 53

  func following(_ step: PageStep, count: Int, by strategy: any PageStrategy) -> PageToken {
    var next = PageToken(step, number: number + 1, offset: offset + min(count, Self.most))
    next.strategy = Pagination(strategy).description
    return next
  }
}

extension PageToken: Codable {
  private enum CodingKeys: String, CodingKey { case number, offset, query, members, link, strategy }

  /// Reads `{"number": 3, "offset": 40, "link": "..."}`, or instead of the link a `query` of text, or `members` of any JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let step: PageStep =
      if let link = try container.decodeIfPresent(String.self, forKey: .link) {
        .link(link)
      } else if let members = try container.decodeIfPresent([String: JSONValue].self, forKey: .members) {
        .members(members)
      } else {
        .query(try container.decode([String: String].self, forKey: .query))
      }
    self.init(
      step, number: try container.decode(Int.self, forKey: .number), offset: try container.decode(Int.self, forKey: .offset))
    strategy = try container.decodeIfPresent(String.self, forKey: .strategy)
  }

  /// Writes the form that `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(offset, forKey: .offset)
    try container.encodeIfPresent(strategy, forKey: .strategy)
    switch step {
    case .query(let items): try container.encode(items, forKey: .query)
    case .members(let members): try container.encode(members, forKey: .members)
    case .link(let link): try container.encode(link, forKey: .link)
    }
  }
}
