/// The end of the chain: sends a request and returns the response.
///
/// A transport sends a request once and follows no redirect. It returns or throws by ``Request/deadline``, and promptly when
/// its task is cancelled. If ``CallContext/limitsOnlyHead`` is true, the deadline limits only the time to the head. It throws
/// ``TransportError`` or ``TimedOut`` for a failure below HTTP, and returns every status as a response. The request's option
/// ``Delivery`` decides whether the body is returned whole or as a stream. A transport that measures the phases of an attempt
/// reports them with ``Request/report(_:)``.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: Request) async throws -> Response { Response(status: .ok, body: Body("[]")) }
/// }
/// ```
public protocol Transport: TransportDeclaration, Sendable, Redacted {
  /// Sends the request and returns the response, whatever its status.
  func send(_ request: Request) async throws -> Response

  /// What this transport can do.
  var capabilities: TransportCapabilities { get }

  /// Whether every wait of this transport and of the streams it returns ends by the request's deadline. False by default: the
  /// client then ends the whole chain with a timer, which costs two tasks for each call.
  var enforcesDeadline: Bool { get }

  /// The name that ``Client/explain(_:redaction:)`` prints.
  var name: String { get }

  /// Refuses new calls, waits until the running calls and their streams have ended, and closes the connections.
  ///
  /// New calls throw ``TransportError/Code/closed``. So do running calls when `grace` is over, or when the task that waits for
  /// the shutdown is cancelled. The default does nothing. It suits a transport that shares its connections with the whole
  /// process, as URLSession does.
  func shutdown(grace: Duration) async
}

extension Transport {
  /// Does nothing.
  public func shutdown(grace: Duration) async {}
  /// Calls ``shutdown(grace:)`` with 30 seconds of grace.
  public func shutdown() async { await shutdown(grace: .seconds(30)) }
  /// False: the client enforces the deadline.
  public var enforcesDeadline: Bool { false }
  /// No capabilities beyond the contract.
  public var capabilities: TransportCapabilities { [] }
  /// The type's own name.
  public var name: String { String(describing: Self.self) }
  /// The name of the transport.
  public var description: String { name }
}

/// What a transport can do in addition to the contract of every transport.
public struct TransportCapabilities: OptionSet, Sendable, Hashable {
  /// One bit for each capability.
  public let rawValue: UInt32

  /// Creates a set of capabilities from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Response bodies arrive decoded, and `Content-Encoding` and `Content-Length` are removed.
  public static let decodesContent = Self(rawValue: 1 << 0)
  /// Response bodies can be streamed.
  public static let streamsDownloads = Self(rawValue: 1 << 1)
  /// Request bodies are sent while they are produced, without being collected first.
  public static let streamsUploads = Self(rawValue: 1 << 2)
  /// A reader that stops reading stops the sender.
  public static let backPressure = Self(rawValue: 1 << 3)
  /// A separate time limit for connecting.
  public static let connectTimeout = Self(rawValue: 1 << 4)
  /// Proxies chosen in configuration.
  public static let proxies = Self(rawValue: 1 << 5)
  /// Trust roots chosen in configuration.
  public static let customTrust = Self(rawValue: 1 << 6)
  /// Client certificates (mutual TLS).
  public static let clientCertificates = Self(rawValue: 1 << 7)
  /// The HTTP version can be chosen and is reported.
  public static let versionControl = Self(rawValue: 1 << 8)
  /// Repeated response fields are kept separate instead of joined by a comma.
  public static let separateFields = Self(rawValue: 1 << 9)

  /// Trailer fields after a chunked body are skipped. The response is not affected.
  public static let trailers = Self(rawValue: 1 << 10)
  /// A Unix domain socket in place of host and port.
  public static let unixSockets = Self(rawValue: 1 << 11)
  /// A limit on the connections to all origins together.
  public static let connectionLimit = Self(rawValue: 1 << 12)

  /// Every capability.
  package static let all = TransportCapabilities(names.map(\.0))

  package static let names: [(TransportCapabilities, String)] = [
    (.decodesContent, "decodes content"), (.streamsDownloads, "streams downloads"), (.streamsUploads, "streams uploads"),
    (.backPressure, "back-pressure"), (.connectTimeout, "connect timeout"), (.proxies, "proxies"),
    (.customTrust, "custom trust roots"), (.clientCertificates, "client certificates"),
    (.versionControl, "HTTP version control"), (.separateFields, "separate repeated fields"),
    (.trailers, "trailers"), (.unixSockets, "Unix domain sockets"), (.connectionLimit, "total connection limit"),
  ]
}

extension TransportCapabilities: CustomStringConvertible {
  /// The capabilities, each in a few words.
  var words: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

  /// The capabilities in words.
  public var description: String {
    let words = words
    return words.isEmpty ? "no optional capabilities" : words.joined(separator: ", ")
  }
}
