public import HTTPTypes

/// One page of a listing, and what its header fields say about the whole.
public struct RepositoryPage<Model: Sendable>: Sendable {
  /// The models of this page.
  public let entities: [Model]
  /// The number of this page: what the server says (`X-Page`, `Page`), or else what was asked for.
  public let number: Int
  /// How many models a page has: what the server says (`X-Per-Page`, `Per-Page`), or else what was asked for.
  public let size: Int
  /// How many models there are (`X-Total`, `Total`, `X-Total-Count`, `Total-Count`, `Total-Objects`); nil if the server does not
  /// say, in a number.
  public let total: Int?
  /// The head of the response.
  public let head: HTTPResponse

  /// Whether more follow; where there is no total, whether this page is full.
  public var hasMore: Bool {
    guard let total else { return !entities.isEmpty && entities.count >= size }
    let (end, isOver) = size.multipliedReportingOverflow(by: number)
    return !isOver && end < total
  }

  init(_ entities: [Model], _ head: HTTPResponse, asked: (number: Int, size: Int)) {
    func first(_ names: String...) -> Int? {
      names.lazy.compactMap { HTTPField.Name($0).flatMap { head.headerFields[$0] }.flatMap { Int($0) } }.first
    }
    self.entities = entities
    self.head = head
    number = first("X-Page", "Page") ?? asked.number
    size = first("X-Per-Page", "Per-Page") ?? asked.size
    total = first("X-Total", "Total", "X-Total-Count", "Total-Count", "Total-Objects")
  }
}

extension RepositoryPage: Equatable where Model: Equatable {}
