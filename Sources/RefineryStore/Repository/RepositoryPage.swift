public import HTTPTypes
public import RefineryCore

/// One page of a listing, with the totals in its header fields.
public struct RepositoryPage<Model: Sendable>: Sendable {
  /// The models of this page.
  public let entities: [Model]
  /// Number, size and total, as far as the server sends them.
  public let info: PageInfo
  /// The number of this page: the server's value, or else the requested number.
  public let number: Int
  /// The number of models on a page: the server's value, or else the requested number.
  public let size: Int
  /// The head of the response.
  public let head: HTTPResponse

  /// The number of models on all pages; nil if the server does not send it.
  public var total: Int? { info.total }

  /// Whether there are more pages. Without a total, this is true if the page is full.
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
