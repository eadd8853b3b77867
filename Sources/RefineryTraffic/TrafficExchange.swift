public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// One request of recorded traffic, and its response if there is one.
///
/// It is read from a HAR entry, an exchange of a cassette, a curl command or a request of an `.http` file. It also keeps parts
/// that only its format has. They are written again to the same format.
public struct TrafficExchange: Sendable, Redacted {
  /// The name of its row, or its name in the file; empty if it has none.
  public internal(set) var name = ""
  /// The method.
  public internal(set) var method: String
  /// The whole URL, with a scheme and a host.
  public internal(set) var url: String
  /// The header fields in their order. Fields of HTTP/2 whose names begin with a colon are left out.
  public internal(set) var headers: HTTPFields
  /// The content of the request.
  public internal(set) var body: TrafficBody
  /// The response; nil if there was none, or if the format has no responses.
  public internal(set) var response: TrafficResponse?
  /// Why there is no response; nil if the reason is unknown. It may contain text of the server.
  public internal(set) var failure: String?
  /// The time at which the request began; nil if it is unknown.
  public internal(set) var started: Date?
  /// The durations of its phases; nil if they are unknown.
  public internal(set) var timings: TrafficTimings?

  /// The failure of a cassette.
  var transportError: TransportError?
  /// The lines about parts that were hidden earlier, as a cassette has them.
  var hidden: [String] = []
  /// Whether it was read from a cassette, whose header fields already describe its content.
  var isRecorded = false
  /// The entry of the HAR file from which it was read.
  var entry: HAREntry?
  /// Options of curl that do not change the request.
  var options: [CurlOption] = []

  init(method: String, url: String, headers: HTTPFields = HTTPFields(), body: TrafficBody = .empty) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The method and the URL without secrets, and the status: `TrafficExchange(GET https://api.example/people/5, 200)`.
  public var description: String {
    let end = response.map { "\($0.head.status.code)" } ?? "no response"
    return "TrafficExchange(\(Redaction.escaped(method)) \(place), \(end))"
  }

  /// The URL without user information, query and fragment, for messages.
  var place: String {
    let bare = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let start = url.schemeEnd ?? bare.startIndex
    guard start <= bare.endIndex else { return Redaction.escaped(String(Substring(bare))) }
    let authority = bare[start...].prefix { $0 != UInt8(ascii: "/") }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] } ?? authority
    return Redaction.escaped(url[..<start] + String(Substring(host)) + String(Substring(bare[authority.endIndex...])))
  }
}

/// The response of an exchange.
public struct TrafficResponse: Sendable, Redacted {
  /// Status and header fields, as the server sent them.
  public internal(set) var head: HTTPResponse
  /// The content after its content coding was removed, as in a HAR file.
  public internal(set) var body: TrafficBody
  /// Whether the content ended too early, or was not read to its end.
  public internal(set) var isCut = false

  /// The status.
  public var description: String { "TrafficResponse(\(head.status.code))" }
}

/// The durations of the phases of an exchange. A phase is nil if it did not take place, or if it was not measured.
public struct TrafficTimings: Sendable, Equatable {
  /// The time until a connection was free.
  public var blocked: Duration?
  /// The look-up of the host's name.
  public var dns: Duration?
  /// The time to connect, including the TLS handshake.
  public var connect: Duration?
  /// The TLS handshake. It is a part of ``connect``.
  public var tls: Duration?
  /// The sending of the request.
  public var send: Duration?
  /// From the end of the request to the head of the response.
  public var wait: Duration?
  /// From the head of the response to its end.
  public var receive: Duration?

  /// Creates timings without any phase.
  public init() {}

  /// The sum of the phases. ``tls`` is not added, because it is a part of ``connect``.
  public var total: Duration {
    [blocked, dns, connect, send, wait, receive].reduce(.zero) { $0 + ($1 ?? .zero) }
  }
}
