public import HTTPTypes

/// The time limit of the whole call: chain, back-off, transport, body and mapping. Default 60 s; nil for no limit.
///
/// If the response is read while it arrives (a streamed list, events, parts, a download), it limits the time to the head, and
/// then each wait for a chunk, unless ``IdleTimeout`` limits that.
///
/// Reading a streamed body after the limit throws ``TimedOut``, even if the rest of the body has already arrived.
public enum Timeout: OptionKey {
  /// The name in tables and reports: `timeout`.
  public static let name = "timeout"
  /// 60 seconds.
  public static let defaultValue: Duration? = .seconds(60)
}

/// The time limit of one attempt, until its response is returned. Default nil: only the limit of the call applies.
///
/// The limit begins when the transport has a place for the request. The wait for a place, if
/// `TransportConfiguration.maximumConnectionsPerOrigin` requests are under way, has only the limit of the call. A transport of
/// your own with a queue calls ``Request/waitsForPlace(_:)``; without these calls, the limit includes the wait.
public enum AttemptTimeout: OptionKey {
  /// The name in tables and reports: `attemptTimeout`.
  public static let name = "attemptTimeout"
  /// Nil: no limit of its own.
  public static let defaultValue: Duration? = nil
}

/// The time limit of the transport's wait for the next byte. Default nil: only the limit of the call applies.
///
/// It may be longer than ``Timeout``: once the head of a stream has arrived, only this option limits the waits.
public enum IdleTimeout: OptionKey {
  /// The name in tables and reports: `idleTimeout`.
  public static let name = "idleTimeout"
  /// Nil: no limit of its own.
  public static let defaultValue: Duration? = nil
}

/// The maximum number of bytes of a decoded response body that one call takes into memory. Default 16 MiB.
///
/// A larger whole body ends the transfer with ``BodyError/tooLarge(limit:observed:)``. For a status that is not a success, the
/// call still gets the response, and only reading its body beyond the limit fails. A streamed body has no limit unless this
/// option is set explicitly.
public enum ResponseLimit: OptionKey {
  /// The name in tables and reports: `responseLimit`.
  public static let name = "responseLimit"
  /// ``Body/defaultLimit``.
  public static let defaultValue = Body.defaultLimit
  /// False: it is about one response.
  public static let isInherited = false
}

/// How the response body is delivered: whole, or chunk by chunk as it arrives.
public enum Delivery: OptionKey {
  /// The two forms.
  public enum Form: Sendable, Equatable {
    /// The body is complete when the transport returns.
    case whole
    /// The transport returns with the head. Up to `buffer` bytes are kept for a slow reader. On a transport without
    /// back-pressure, more bytes than that end the transfer with an error.
    case streamed(buffer: Int)
  }

  /// The name in tables and reports: `delivery`.
  public static let name = "delivery"
  /// The body is whole.
  public static let defaultValue = Form.whole
  /// False: it is about one response.
  public static let isInherited = false
}

/// The statuses that count as success. Default 200 to 299.
public enum SuccessCodes: OptionKey {
  /// The name in tables and reports: `successCodes`.
  public static let name = "successCodes"
  /// The range from 200 to 299.
  public static let defaultValue = StatusSet(defaultRange)
  /// False: it is about one response.
  public static let isInherited = false

  static let defaultRange = 200...299
}

/// A set of status codes, written as ranges.
///
/// One code or a list of codes may be written as a literal: `422`, `[409, 422]`.
public struct StatusSet: Sendable, Equatable, CustomStringConvertible, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  private let ranges: [ClosedRange<Int>]

  /// Creates a set without codes.
  public init() { ranges = [] }

  /// Creates a set of the codes of all the ranges.
  public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

  private init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Creates a set of one code.
  public init(integerLiteral code: Int) { self.init([code...code]) }

  /// Creates a set of several codes.
  public init(arrayLiteral codes: Int...) { self.init(codes.map { $0...$0 }) }

  /// Returns this set with one more range.
  public func adding(_ range: ClosedRange<Int>) -> StatusSet { StatusSet(ranges + [range]) }

  /// Whether the set contains no code.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Whether a status is in the set.
  public func contains(_ code: Int) -> Bool { ranges.contains { $0.contains(code) } }

  /// The ranges, such as `200-299,304`.
  public var description: String {
    // Compares the bounds, because the count of a range may not fit into an integer.
    ranges.map { range in
      range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}

/// Whether a row may be sent twice without harm. Default nil: the method decides.
public enum Idempotent: OptionKey {
  /// The name in tables and reports: `idempotent`.
  public static let name = "idempotent"
  /// Nil: the method decides.
  public static let defaultValue: Bool? = nil
  /// False: it is about one request.
  public static let isInherited = false
  /// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a request with this field may be sent twice.
  public static let keyField = HTTPField.Name.idempotencyKey
}

/// Which redirects are followed. Default: only redirects within the origin.
public enum Redirects: OptionKey {
  /// The name in tables and reports: `redirects`.
  public static let name = "redirects"
  /// Only redirects within the origin are followed.
  public static let defaultValue = RedirectPolicy.sameOrigin
}

/// The origin of the client's base URL as `scheme://authority`. Credentials are sent only there. Clients set this option.
public enum HomeOrigin: OptionKey {
  /// The name in tables and reports: `homeOrigin`.
  public static let name = "homeOrigin"
  /// Nil: the origin is not known.
  public static let defaultValue: String? = nil
}

/// Header fields that carry a credential in this request, in addition to `Authorization`, `Cookie` and `Proxy-Authorization`. A
/// redirect to another origin is sent without them. Middleware that adds such a field sets this option.
public enum CredentialFields: OptionKey {
  /// The name in tables and reports: `credentialFields`.
  public static let name = "credentialFields"
  /// No other fields.
  public static let defaultValue: Set<HTTPField.Name> = []
}
