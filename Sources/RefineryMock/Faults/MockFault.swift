public import RefineryCore

/// A fault that a mock server makes in its response to a request.
///
/// ```swift
/// try server.faults.add(.status(503), to: "Person.read", times: 2)
/// try server.faults.add(.delay(.milliseconds(200)))
/// ```
///
/// In a file of faults and on the control path, a fault is a text: `Person.read: status 503, times 2`. The page <doc:Faults>
/// has the text of each fault, and the error that a client throws.
///
/// ``expiredToken(_:)`` can hold a token, so `description` shows no token.
public enum MockFault: Sendable, Hashable, Redacted {
  /// The response begins late.
  case delay(Delay)
  /// The content of the response is sent in pieces of this number of bytes, with a pause before each piece.
  case dribble(bytes: Int, pause: Duration)
  /// The response has no content. Its status and media type are not changed.
  case empty
  /// The end of the content is damaged, so it is not JSON. `Content-Length` is correct.
  case malformed
  /// The connection is closed after this number of bytes of the content, and always before its end. Nil: after half of the
  /// content.
  case truncated(after: Int? = nil)
  /// The connection is closed without a response. The server has acted on the request.
  case droppedBeforeHead
  /// The connection is closed after the head of the response. The server has acted on the request.
  case droppedAfterHead
  /// The connection is reset without a response. The server has acted on the request.
  case reset
  /// The response has this status, from 200 to 599, and problem details, optionally with `Retry-After`. The server does not act
  /// on the request.
  case status(Int, retryAfter: RetryAfter? = nil)
  /// A rate limit: the quota is the number of requests of a row in each window. A window starts with its first request, and is
  /// a whole number of seconds. All responses have the fields `RateLimit` and `RateLimit-Policy`. A request above the limit
  /// gets status 429 with `Retry-After`, and the server does not act on it.
  case rateLimit(quota: Int, window: Duration)
  /// Status 401 with `WWW-Authenticate: Bearer error="invalid_token"`. The server does not act on the request. With a token,
  /// only requests that send this bearer token have the fault.
  case expiredToken(String? = nil)
  /// `Content-Length` is too large by this number of bytes, or too small if the number is negative. If it is too large, the
  /// connection is closed after the content.
  case contentLength(difference: Int)
  /// The whole response is sent twice, so a second response is on the connection before the next request is sent. It begins in
  /// the same write as the end of the first.
  case duplicated
  /// The response has this `Content-Type`. Its content is not changed.
  case mediaType(String)
  /// `Content-Encoding` is gzip, and the content is damaged gzip data.
  case damagedGzip

  /// A fixed delay.
  public static func delay(_ duration: Duration) -> MockFault { .delay(.fixed(duration)) }

  /// How long a response is delayed. No delay is longer than a day.
  public enum Delay: Sendable, Hashable {
    /// The same for every response.
    case fixed(Duration)
    /// A random duration of the range. All are equally probable.
    case uniform(ClosedRange<Duration>)
    /// Durations like those of a real server: half are shorter than the median, and a few are far longer. `sigma` is the
    /// standard deviation of the logarithm: with 0.5, one response of a hundred takes 3.2 times the median or longer; with 1,
    /// 10 times.
    case logNormal(median: Duration, sigma: Double)
  }

  /// The value of `Retry-After` (RFC 9110 section 10.2.3).
  public enum RetryAfter: Sendable, Hashable {
    /// A number of seconds.
    case seconds(Int)
    /// A date, this number of seconds after the response.
    case date(seconds: Int)
  }

  /// Faults with the same aspect exclude each other.
  enum Aspect: Hashable {
    case delay, response, content, mediaType, pace, connection
  }

  var aspect: Aspect {
    switch self {
    case .delay: .delay
    case .status, .rateLimit, .expiredToken: .response
    case .empty, .malformed, .damagedGzip: .content
    case .mediaType: .mediaType
    case .dribble: .pace
    case .truncated, .droppedBeforeHead, .droppedAfterHead, .reset, .contentLength, .duplicated: .connection
    }
  }

  /// The fault as text, without a token.
  public var description: String { text(showsToken: false) }
}
