public import RefineryCore

/// A fault that a mock server makes in its response to a request.
///
/// ```swift
/// try server.faults.add(.status(503), to: "Person.read", times: 2)
/// try server.faults.add(.delay(.milliseconds(200)))
/// ```
///
/// The same faults have a text form, for a file of faults and for the control path: `Person.read: status 503, times 2`. The
/// page <doc:Faults> has the text of each fault, and the error that a client throws.
///
/// ``expiredToken(_:)`` can hold a token, so `description` shows no token.
public enum MockFault: Sendable, Hashable, Redacted {
  /// The response begins late.
  case delay(Delay)
  /// The content of the response arrives in pieces of so many bytes, with a pause before each piece.
  case dribble(bytes: Int, pause: Duration)
  /// The response has no content. Its status and media type are not changed.
  case empty
  /// The content of the response is not JSON: its end is damaged. Its length is stated correctly.
  case malformed
  /// The connection is closed after so many bytes of the content, and always before its end. Nil: after half of the content.
  case truncated(after: Int? = nil)
  /// The connection is closed instead of a response. The server has acted on the request.
  case droppedBeforeHead
  /// The connection is closed after the head of the response. The server has acted on the request.
  case droppedAfterHead
  /// The connection is reset instead of a response. The server has acted on the request.
  case reset
  /// A status with problem details, from 200 to 599, optionally with `Retry-After`. The server does not act on the request.
  case status(Int, retryAfter: RetryAfter? = nil)
  /// A rate limit: so many requests of a row in each window, which starts with its first request. All responses have the fields
  /// `RateLimit` and `RateLimit-Policy`. A request beyond the limit gets status 429 with `Retry-After`, and the server does
  /// not act on it. The window is a whole number of seconds.
  case rateLimit(quota: Int, window: Duration)
  /// Status 401 with `WWW-Authenticate: Bearer error="invalid_token"`. The server does not act on the request. With a token,
  /// only requests that send this bearer token have the fault.
  case expiredToken(String? = nil)
  /// `Content-Length` states so many bytes more than the content has, or fewer if the number is negative. After a length that
  /// is too large, the connection is closed.
  case contentLength(difference: Int)
  /// The whole response is sent twice, so that another response waits on the connection when the next request is sent. The
  /// second one is sent in one write with the end of the first.
  case duplicated
  /// `Content-Type` has this value. The content is not changed.
  case mediaType(String)
  /// `Content-Encoding` is gzip, and the content is damaged gzip data.
  case damagedGzip

  /// A fixed delay.
  public static func delay(_ duration: Duration) -> MockFault { .delay(.fixed(duration)) }

  /// How long a response is delayed. No delay is longer than a day.
  public enum Delay: Sendable, Hashable {
    /// The same for every response.
    case fixed(Duration)
    /// Each duration of the range is equally probable.
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
    /// A date, so many seconds after the response.
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
