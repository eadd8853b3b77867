package import HTTPTypes
package import RefineryCore

/// Decides whether a transport receives the content of a redirect.
///
/// Nobody reads the content of a followed redirect. Receiving long content, or content of unknown length, costs more than a new
/// connection, and may never end. So the transport returns only the head, and closes the connection.
package struct RedirectContent: Sendable {
  private static let statuses: Set<Int> = [301, 302, 303, 307, 308]
  private static let most = 65_536

  /// Whether a redirect may be followed, so that nobody reads its content.
  package let isFollowed: Bool

  package init(_ request: Request) {
    isFollowed = request.options.redirects != .never && request.head.method != .head
  }

  /// Whether the response with this head is returned without its content.
  ///
  /// - Parameter length: the length of the content in bytes, as the head states it; nil if it states none.
  package func isLeft(status: Int, hasLocation: Bool, length: Int?) -> Bool {
    guard isFollowed, Self.isRedirect(status: status, hasLocation: hasLocation) else { return false }
    return length.map { $0 > Self.most } ?? true
  }

  /// Whether a response is a redirect with a target.
  package static func isRedirect(status: Int, hasLocation: Bool) -> Bool { hasLocation && statuses.contains(status) }

  /// The head of a response whose content was not received.
  package static func left(_ head: HTTPResponse) -> HTTPResponse {
    var head = head
    head.headerFields[.transferEncoding] = nil
    head.headerFields[.contentEncoding] = nil
    head.headerFields[.contentLength] = "0"
    return head
  }
}
