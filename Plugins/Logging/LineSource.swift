import HTTPTypes
import Logging
import RefineryCore

/// Identifies a call in every line. It does not hold the call's context, because the context holds the closure that is told of
/// resends.
struct LineSource: Sendable {
  private let number: UInt64
  private let client: String?
  private let label: String?
  private let endpoint: Endpoint
  private let head: HTTPRequest

  init(_ request: Request, label: String?) {
    number = request.context.number
    client = request.context.client
    self.label = label
    endpoint = request.endpoint
    head = request.head
  }

  /// The origin of the request at this middleware.
  var origin: Origin? { Origin(head) }

  /// The client and the logging middleware.
  var owner: Logger.Metadata {
    // Room for a whole line, so that the dictionary does not grow while it is filled.
    var metadata = Logger.Metadata(minimumCapacity: 24)
    if let client { metadata["client.name"] = .safe(client) }
    if let label { metadata["logging.link"] = .safe(label) }
    return metadata
  }

  /// The number, row, client, logging middleware and server. `origin` is the origin that the request was sent to, if it is
  /// known.
  func place(at origin: Origin? = nil) -> Logger.Metadata {
    var metadata = owner
    metadata["call.number"] = .stringConvertible(number)
    metadata["endpoint.name"] = .safe(endpoint.name)
    let origin = origin ?? self.origin
    metadata.take(host: origin?.host, port: origin?.port)
    return metadata
  }

  /// The metadata of ``place(at:)`` with method and template.
  func identity(at origin: Origin? = nil) -> Logger.Metadata {
    var metadata = place(at: origin)
    metadata["http.request.method"] = .safe(head.method.rawValue)
    // The template of a direct row is a URL, which only the details show.
    if !endpoint.isDirect { metadata["url.template"] = .string(endpoint.template) }
    return metadata
  }
}

extension Logger.Metadata {
  /// Adds the server. OpenTelemetry's address of a server has no brackets.
  mutating func take(host: String?, port: Int?) {
    if let host { self["server.address"] = .safe(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host) }
    if let port { self["server.port"] = .stringConvertible(port) }
  }
}

extension Duration {
  /// The duration in milliseconds with one decimal.
  var milliseconds: Double {
    let tenths = Double(components.seconds) * 10_000 + Double(components.attoseconds) / 1e14
    return tenths.rounded() / 10
  }
}

extension Logger.MetadataValue {
  /// Returns escaped text, which cannot start a new line.
  static func safe(_ text: String) -> Self { .string(Redaction.escaped(text)) }
}
