public import HTTPTypes

/// One page of a list, with the rest of its response.
public struct Page<Output: Sendable>: Sendable {
  /// The output of the page's call: its elements, or a document that contains them.
  public let value: Output
  /// The number of the page in this reading, from 1.
  public let number: Int
  /// The server's page numbers and totals.
  public let info: PageInfo
  /// The server's links to other pages.
  public let links: PageLinks
  /// The token for continuing after this page; nil after the last. Store it to continue later.
  public let token: PageToken?
  /// The page's reply: head, attempts, time, and skipped elements.
  public let reply: Reply<Output>
  let call: Call<Output>
  /// The call of this page. It may request the page by a header field or in the body.
  let asked: Call<Output>
  let url: URIReference
  let strategy: any PageStrategy

  /// Status and header fields of the response.
  public var head: HTTPResponse { reply.head }
  /// The header fields of the response.
  public var headers: HTTPFields { reply.headers }

  /// The call for the first page; nil if the server sends no link to it.
  public var first: Call<Output>? { links.first.map { call.following($0) } }
  /// The call for the page before this one; nil if the server sends no link to it.
  public var previous: Call<Output>? { links.previous.map { call.following($0) } }
  /// The call for the page after this one; nil after the last.
  public var next: Call<Output>? {
    token.map { strategy.call(call, at: $0.step) } ?? links.next.map { call.following($0) }
  }
  /// The call for the last page; nil if the server sends no link to it.
  public var last: Call<Output>? { links.last.map { call.following($0) } }
  /// The call for this page again: at the URL of the page's own link, or else at the requested URL.
  public var reload: Call<Output> { asked.following(links.current ?? url.text) }
}

extension Page where Output: Sequence {
  /// The elements of this page.
  public var elements: Output { value }
}

extension Page: Redacted {
  /// The number of the page.
  public var description: String { "Page<\(Output.self)>(\(number))" }
}
