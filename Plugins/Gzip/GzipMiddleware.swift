import FoundationEssentials
import HTTPTypes
public import RefineryCore
import Synchronization

/// When a request is compressed with gzip: see `Options.compression`. Content that gzip does not make smaller is always sent
/// unchanged.
public enum Compression: Sendable, Equatable {
  /// The choice of the middleware.
  case automatic
  /// Never.
  case never
  /// Content of at least this many bytes, and streams of unknown length.
  case above(Int)

  /// Content of at least 10,240 bytes, and streams of unknown length.
  public static let large = Compression.above(10_240)
}

/// Decodes gzip and deflate responses for a transport that does not decode them itself. It can also compress requests.
///
/// If the transport does not decode and the caller set no `Accept-Encoding`, this middleware requests gzip and deflate, and
/// decodes the response within `responseLimit` and `Options.decompressionRatioLimit`.
///
/// Requests are sent unchanged unless the middleware, or ``Compression`` of the client, the model, the row or the call, says
/// that the server accepts gzip. Content that is already encoded or has a compressed media type is not changed. Content in
/// memory is compressed at once, and sent unchanged if gzip does not make it smaller. A file or a stream is compressed while it
/// is sent, in constant memory; its length is then not known. If a server responds 415 and does not list gzip in
/// `Accept-Encoding`, the same request is sent again uncompressed. If gzip was the reason, later requests to the origin are not
/// compressed. Place this middleware before Retry, so that every attempt sends the same bytes.
///
/// ```swift
/// let api = Client(baseURL: url, middleware: [GzipMiddleware(), RetryMiddleware()])
/// let uploads = Client(baseURL: url, middleware: [GzipMiddleware(requests: .large), RetryMiddleware()])
/// ```
public struct GzipMiddleware: Middleware {
  /// Names that servers put into `Content-Encoding` although the content is not coded: character sets, transfer encodings, and
  /// a value that an upload to S3 leaves behind.
  static let standardPlainCodings: Set<String> = [
    "utf-8", "utf8", "iso-8859-1", "us-ascii", "none", "binary", "8bit", "7bit", "aws-chunked",
  ]

  private let requests: Compression
  private let level: Int
  private let plainCodings: Set<String>
  private let refusals = Refusals()

  /// Creates middleware that decodes responses and can compress requests.
  ///
  /// - Parameters:
  ///   - requests: when to compress requests of rows that have no ``Compression`` option. Default never; `.automatic` also
  ///     means never here. Use `.large` if the server decodes gzip.
  ///   - level: zlib's level, from 1, fast, to 9, small: see ``Gzip/compress(_:level:)``.
  ///   - plainCodings: further names in `Content-Encoding` that are ignored, because the content is not coded. Case does not
  ///     matter. Character sets, such as `utf-8`, and `none`, `binary`, `7bit`, `8bit` and `aws-chunked` are always ignored.
  ///     Any other unknown name in a response is an error: ``GzipError/unknownCoding(name:)``.
  public init(requests: Compression = .never, level: Int = 6, plainCodings: Set<String> = []) {
    self.requests = requests
    self.level = level
    self.plainCodings = Self.standardPlainCodings.union(plainCodings.map { $0.lowercased() })
  }

  /// Before retries, so that every attempt sends the same bytes.
  public var stage: ChainStage? { .content }

  /// Compresses the request, passes it on, and decodes the response.
  ///
  /// - Throws: ``GzipError`` and `BodyError.tooLarge` for a response that cannot be decoded within its limits.
  public func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    let decoder = ResponseDecoder(for: &request, over: next, plainCodings: plainCodings)
    guard case .gzip(let body) = plan(for: request), let compressed = try await compressed(request, body) else {
      return try await decoder.decoded(next(request))
    }
    var response = try await next(compressed)
    if response.head.status.code == 415, let plain = uncompressed(request, after: response) {
      let namesCodings = response.head.headerFields[.acceptEncoding] != nil
      // Releases a streamed body, because the second request may need its connection or its place.
      response.body = .empty
      response = try await next(plain)
      // Without `Accept-Encoding`, the media type may be the cause of the first 415. Then the second response is a 415, too.
      if namesCodings || response.head.status.code != 415 { refusals.insert(Origin(request.head)) }
    }
    return try await decoder.decoded(response)
  }

  /// `compressed: 20,480 B of application/json`, or `sent as is:` and the reason.
  public func explanation(for request: Request) -> String? {
    switch plan(for: request) {
    case .asIs(let reason): return "sent as is: \(reason())"
    case .gzip(let body):
      let type = Redaction.escaped(request.head.headerFields.mediaType ?? "content without a type")
      let size = body.length.map { "\($0) B of " } ?? ""
      return "compressed\(body.data == nil ? " while it is sent" : ""): \(size)\(type)"
    }
  }

  private func plan(for request: Request) -> Plan {
    guard let body = request.body, body.length != 0 else { return .asIs { "no body" } }
    let choice = request.options.compression
    let threshold: Int
    switch choice == .automatic ? requests : choice {
    case .never where choice == .never: return .asIs { "compression is off for this row" }
    case .never, .automatic: return .asIs { "no client, model or row says that the server accepts gzip" }
    case .above(let least): threshold = least
    }
    if let length = body.length, length < threshold { return .asIs { "\(length) B is below \(threshold) B" } }
    let (method, fields) = (request.head.method, request.head.headerFields)
    if [.get, .head, .trace, .connect].contains(method) { return .asIs { "the content of \(method) has no defined meaning" } }
    if fields[.contentEncoding] != nil { return .asIs { "it has a Content-Encoding already" } }
    let type = fields.mediaType ?? ""
    if fields[.contentRange] != nil || CompressedMedia.isPartOfUpload(type) { return .asIs { "it has a Content-Range" } }
    if CompressedMedia.contains(type) { return .asIs { "\(Redaction.escaped(type)) is compressed already" } }
    return refusals.contains(Origin(request.head)) ? .asIs { "the server refused gzip before" } : .gzip(body)
  }

  /// Returns the request with its body compressed; nil if that is not smaller.
  private func compressed(_ request: Request, _ body: Body) async throws -> Request? {
    let level = level
    let recoded = Recoded(source: body) { [Deflater(level: level)] }
    var request = request
    if let data = body.data {
      var smaller = Data()
      for try await chunk in recoded {
        guard smaller.count + chunk.count < data.count else { return nil }
        smaller.append(chunk)
      }
      request.body = Body(smaller)
    } else {
      request.body = Body(recoded, isReplayable: body.isReplayable)
    }
    request.head.headerFields.removeContentFacts()
    request.head.headerFields[.contentEncoding] = "gzip"
    return request
  }

  /// Returns the uncompressed request to send after a 415 response to compressed content; nil if gzip is not the reason, or if
  /// the content cannot be sent again.
  private func uncompressed(_ request: Request, after response: Response) -> Request? {
    if let accepted = response.head.headerFields[.acceptEncoding], ContentCoding.accepts(gzipBy: accepted) { return nil }
    guard request.isReplayable else {
      refusals.insert(Origin(request.head))
      return nil
    }
    var plain = request
    plain.resend(because: .other("without gzip: status 415"), after: response)
    return plain
  }
}

/// The decision about a request.
private enum Plan {
  /// Its reason is made only if it is needed.
  case asIs(because: () -> String)
  case gzip(Body)
}

/// The origins that do not accept gzip. Only the last thousand are kept.
private final class Refusals: Sendable {
  private struct Origins {
    var known: Set<Origin> = []
    var inOrder: [Origin] = []
  }

  private static let capacity = 1000
  private let origins = Mutex(Origins())

  func contains(_ origin: Origin?) -> Bool { origin.map { origin in origins.withLock { $0.known.contains(origin) } } ?? false }

  func insert(_ origin: Origin?) {
    guard let origin else { return }
    origins.withLock { origins in
      guard origins.known.insert(origin).inserted else { return }
      origins.inOrder.append(origin)
      if origins.inOrder.count > Self.capacity { origins.known.remove(origins.inOrder.removeFirst()) }
    }
  }
}
