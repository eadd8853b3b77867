/// An error of a link that refused to send a request, to protect the server or the app: a rate limit, a concurrency limit or an
/// open circuit.
///
/// The kind of its ``CallError`` is ``CallError/Kind/refused``. Retry links do not retry it. ``Reconnection`` waits and tries
/// again, because an event stream or a download lasts longer than the refusal. Make the errors of your own links conform if
/// they mean the same.
public protocol Refusal: Error {
  /// The estimated time until another request can be sent; nil if the link cannot know it.
  var retryAfter: Duration? { get }
}
