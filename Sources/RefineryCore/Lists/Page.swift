public import HTTPTypes

/// One page of a list, with what its answer says around it.
public struct Page<Output: Sendable>: Sendable {
  /// The output of the page's call: its elements, or a document that holds them.
  public let value: Output
  /// Which page of the reading it is, from 1.
  public let number: Int
  /// What the server says about its place among all.
  public let info: PageInfo
  /// Where the server says that others are.
  public let links: PageLinks
  /// Where the reading goes on after this page; nil after the last. Store it to go on some other time.
  public let token: PageToken?
  /// The page's answer: head, attempts, time, and the elements that were skipped.
  public let reply: Reply<Output>
  let call: Call<Output>
  let url: URIReference
  let strategy: any PageStrategy

  /// Status and header fields of the answer.
  public var head: HTTPResponse { reply.head }
  /// The header fields of the answer.
  public var headers: HTTPFields { reply.headers }
  /// Everything that was sent for this page, in order.
  public var attempts: [Attempt] { reply.attempts }
  /// The elements of this page that could not be read, where the call was told to skip them.
  public var skipped: [SkippedElement] { reply.skipped }

  /// The call for the first page; nil where the server does not say where that is.
  public var first: Call<Output>? { links.first.map(call.following) }
  /// The call for the page before this one; nil where there is none, or the server does not say where it is.
  public var previous: Call<Output>? { links.previous.map(call.following) }
  /// The call for the page after this one; nil after the last.
  public var next: Call<Output>? {
    token.map { strategy.call(call, at: $0.step) } ?? links.next.map(call.following)
  }
  /// The call for the last page; nil where the server does not say where that is.
  public var last: Call<Output>? { links.last.map(call.following) }
  /// The call for this page once more, at the URL that it gives as its own, or else at the one that it came from.
  public var reload: Call<Output> { call.following(links.current ?? url.text) }
}

extension Page where Output: Sequence {
  /// The elements of this page.
  public var elements: Output { value }
}
