/// Where a reading goes on: store it, and read on from there in another process, tomorrow.
///
/// It says which page comes next and how it is reached, and nothing about the call: resume with the same call and strategy.
/// It may hold what the server put into a link or a cursor; treat it as you treat the answers. A link in it is followed
/// under the same rules as one that just came, so a token from an untrusted place can lead no further than
/// ``ForeignLinks`` allow.
///
/// ```swift
/// for try await page in api.pages(of: Person.enumerate(), from: saved) {
///   try store(page.elements, then: page.token)
/// }
/// ```
public struct PageToken: Sendable, Hashable {
  /// How the page is reached.
  public let step: PageStep
  /// Which page of the reading it is, from 1.
  public let number: Int
  /// How many elements came before it.
  public let offset: Int
  /// What the strategy calls itself that the reading was by; nil for a token made by hand. Another one cannot read on from it.
  public internal(set) var strategy: String?

  /// The first page, unless `number` and `offset` say otherwise.
  public init(_ step: PageStep, number: Int = 1, offset: Int = 0) {
    self.step = step
    // Far beyond any list, and far from what does not fit an Int.
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
  private enum CodingKeys: String, CodingKey { case number, offset, query, link, strategy }

  /// Reads `{"number": 3, "offset": 40, "link": "..."}`, or a `query` of text in place of the link.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let step: PageStep =
      if let link = try container.decodeIfPresent(String.self, forKey: .link) {
        .link(link)
      } else {
        .query(try container.decode([String: String].self, forKey: .query))
      }
    self.init(
      step, number: try container.decode(Int.self, forKey: .number), offset: try container.decode(Int.self, forKey: .offset))
    strategy = try container.decodeIfPresent(String.self, forKey: .strategy)
  }

  /// Writes what is read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(offset, forKey: .offset)
    try container.encodeIfPresent(strategy, forKey: .strategy)
    switch step {
    case .query(let items): try container.encode(items, forKey: .query)
    case .link(let link): try container.encode(link, forKey: .link)
    }
  }
}
