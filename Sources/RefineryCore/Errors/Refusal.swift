/// An error of a middleware that refused to send a request, to protect the server or the app: a rate limit, a concurrency limit
/// or an open circuit.
///
/// The kind of its ``CallError`` is ``CallError/Kind/refused``. Retry middleware does not retry it. ``Reconnection`` waits and
/// tries again, because an event stream or a download lasts longer than the refusal. Errors of your own middleware with the
/// same meaning should conform.
public protocol Refusal: Error {
  /// The estimated time until another request can be sent; nil if the middleware cannot know it.
  var retryAfter: Duration? { get }
}
