public import HTTPTypes
public import RefineryCore

/// One page of a listing, and what its header fields say about the whole.
public struct RepositoryPage<Model: Sendable>: Sendable {
  /// The models of this page.
  public let entities: [Model]
  /// What the server says: number, size and total, each where it says so.
  public let info: PageInfo
  /// The number of this page: what the server says, or else what was asked for.
  public let number: Int
  /// How many models a page has: what the server says, or else what was asked for.
  public let size: Int
  /// The head of the response.
  public let head: HTTPResponse

  /// How many models there are; nil if the server does not say.
  public var total: Int? { info.total }

  /// Whether more follow; where there is no total, whether this page is full.
  public var hasMore: Bool {
    PageInfo(number: number, size: size, total: total).more ?? (!entities.isEmpty && entities.count >= size)
  }

  init(_ entities: [Model], _ head: HTTPResponse, asked: (number: Int, size: Int)) {
    self.entities = entities
    self.head = head
    info = PageInfo(head.headerFields)
    number = info.number ?? asked.number
    size = info.size ?? asked.size
  }
}

extension RepositoryPage: Equatable where Model: Equatable {}
