/// The end of the chain: puts a request on the wire and gives back what the server answers.
///
/// A transport sends what it is given, once. It follows ``Request/deadline``, ends promptly when its task is cancelled,
/// throws ``TransportError`` or ``TimedOut`` for what fails below HTTP, and returns every status as a response. By
/// ``Delivery`` the request says whether the body comes back whole or as a stream.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: Request) async throws -> Response { Response(status: .ok, body: Body("[]")) }
/// }
/// ```
public protocol Transport: Sendable, Redacted {
  /// Sends the request and returns the response, whatever its status.
  func send(_ request: Request) async throws -> Response

  /// What this transport can do.
  var capabilities: TransportCapabilities { get }

  /// Whether every wait of it, of a stream it returns too, ends by the request's deadline. False unless you say: see
  /// ``Middleware/keepsDeadline``.
  var keepsDeadline: Bool { get }

  /// The name that ``Client/explain(_:)`` prints.
  var name: String { get }

  /// Admits no further call, lets those under way end, streams included, and closes the connections. Further calls throw
  /// ``TransportError/Code/closed``, and so do those still under way once `grace` is over or the task that waits here is
  /// cancelled. Nothing unless you say: a transport that shares its connections with the whole process, as URLSession's does,
  /// has nothing to shut down.
  func shutdown(grace: Duration) async
}

extension Transport {
  /// Nothing.
  public func shutdown(grace: Duration) async {}
  /// ``shutdown(grace:)`` with half a minute's grace.
  public func shutdown() async { await shutdown(grace: .seconds(30)) }
  /// False.
  public var keepsDeadline: Bool { false }
  /// Nothing beyond the contract.
  public var capabilities: TransportCapabilities { [] }
  /// The type's own name.
  public var name: String { String(describing: Self.self) }
  /// The name of the transport.
  public var description: String { name }
}

/// What a transport can do beyond the contract that every transport keeps.
public struct TransportCapabilities: OptionSet, Sendable, Hashable {
  /// One bit a capability.
  public let rawValue: UInt32

  /// Capabilities by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Response bodies arrive decoded, with `Content-Encoding` and `Content-Length` taken off.
  public static let decodesContent = Self(rawValue: 1 << 0)
  /// Response bodies can be streamed.
  public static let streamsDownloads = Self(rawValue: 1 << 1)
  /// Request bodies are sent as they are produced, without being whole anywhere first.
  public static let streamsUploads = Self(rawValue: 1 << 2)
  /// A reader that stops reading stops the sender.
  public static let backPressure = Self(rawValue: 1 << 3)
  /// A time limit on connecting alone.
  public static let connectTimeout = Self(rawValue: 1 << 4)
  /// Proxies chosen in configuration.
  public static let proxies = Self(rawValue: 1 << 5)
  /// Trust roots chosen in configuration.
  public static let customTrust = Self(rawValue: 1 << 6)
  /// Client certificates (mutual TLS).
  public static let clientCertificates = Self(rawValue: 1 << 7)
  /// The HTTP version can be chosen and is reported.
  public static let versionControl = Self(rawValue: 1 << 8)
  /// Repeated response fields stay apart instead of being joined by a comma.
  public static let separateFields = Self(rawValue: 1 << 9)

  /// Trailer fields after a chunked body are skipped, and the response stands as it is.
  public static let trailers = Self(rawValue: 1 << 10)
  /// A Unix domain socket in place of host and port.
  public static let unixSockets = Self(rawValue: 1 << 11)
  /// A limit on the connections to all origins together.
  public static let connectionLimit = Self(rawValue: 1 << 12)

  static let names: [(TransportCapabilities, String)] = [
    (.decodesContent, "decodes content"), (.streamsDownloads, "streams downloads"), (.streamsUploads, "streams uploads"),
    (.backPressure, "back-pressure"), (.connectTimeout, "connect timeout"), (.proxies, "proxies"),
    (.customTrust, "custom trust roots"), (.clientCertificates, "client certificates"),
    (.versionControl, "HTTP version control"), (.separateFields, "separate repeated fields"),
    (.trailers, "trailers"), (.unixSockets, "Unix domain sockets"), (.connectionLimit, "limit of connections in all"),
  ]
}

extension TransportCapabilities: CustomStringConvertible {
  /// The capabilities in words.
  public var description: String {
    let words = Self.names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? "none beyond the contract" : words.joined(separator: ", ")
  }
}
