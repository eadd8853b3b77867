import FoundationEssentials
import HTTPTypes
import RefineryCore

/// The content codings that this plugin decodes (RFC 9110 section 8.4.1).
enum ContentCoding: Sendable {
  case gzip
  case deflate

  /// The maximum number of codings of one response.
  static let limit = 5

  /// The `Accept-Encoding` value for a transport that does not decode.
  static let accepted = "gzip, deflate"

  /// Returns the codings of a `Content-Encoding` value in the order in which they were applied, without `identity` and without
  /// the names in `plain`.
  ///
  /// - Throws: `GzipError.unknownCoding` and `GzipError.tooManyCodings`.
  static func applied(by field: String, plain: Set<String>) throws -> [ContentCoding] {
    let codings = try elements(of: field).compactMap { name -> ContentCoding? in
      switch name {
      case "gzip", "x-gzip": .gzip
      case "deflate": .deflate
      case "identity": nil
      case _ where plain.contains(name): nil
      default: throw GzipError.unknownCoding(name: name)
      }
    }
    guard codings.count <= limit else { throw GzipError.tooManyCodings(limit: limit, observed: codings.count) }
    return codings
  }

  /// Whether an `Accept-Encoding` value permits gzip (RFC 9110 section 12.5.3).
  static func accepts(gzipBy field: String) -> Bool {
    var wildcard = false
    for element in elements(of: field) {
      let parts = element.split(separator: ";")
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      switch parts.first {
      case "gzip", "x-gzip": return weight > 0
      case "*": wildcard = weight > 0
      default: break
      }
    }
    return wildcard
  }

  private static func elements(of field: String) -> [String] {
    field.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
  }

  func makeCodec() -> any Codec { Inflater(allowsRaw: self == .deflate) }
}

/// Requests content codings unless the transport or the caller does so, and decodes the response.
struct ResponseDecoder {
  private let isActive: Bool
  private let limit: Int?
  private let decompressionRatioLimit: Int?
  private let isWhole: Bool
  private let success: StatusSet
  private let plainCodings: Set<String>

  init(for request: inout Request, over next: Next, plainCodings: Set<String>) {
    self.plainCodings = plainCodings
    let fields = request.head.headerFields
    // A range counts bytes of the encoded content, and a part of encoded content cannot be decoded separately.
    let asks = !next.capabilities.contains(.decodesContent) && fields[.acceptEncoding] == nil && fields[.range] == nil
    if asks { request.head.headerFields[.acceptEncoding] = ContentCoding.accepted }
    isActive = asks && request.head.method != .head
    isWhole = request.options.delivery == .whole
    limit = request.responseLimit
    decompressionRatioLimit = request.options.decompressionRatioLimit
    success = request.options.successCodes
  }

  /// Returns the response with its content decoded. An error response that cannot be decoded is returned unchanged, because its
  /// status is more useful than the decoding error.
  func decoded(_ response: Response) async throws -> Response {
    let code = response.head.status.code
    guard isActive, response.body.length != 0, code >= 200, ![204, 206, 304].contains(code),
      let field = response.head.headerFields[.contentEncoding]
    else { return response }
    var response = response
    do {
      if isWhole, !success.contains(code) {
        response.body = Body(try await response.body.collect(upTo: limit ?? Body.defaultLimit))
      }
      let codings = try ContentCoding.applied(by: field, plain: plainCodings)
      guard !codings.isEmpty else { return response }
      let recoded = Recoded(source: response.body, limit: limit, decompressionRatioLimit: decompressionRatioLimit) {
        codings.reversed().map { $0.makeCodec() }
      }
      var decoded = response
      decoded.body = Body(recoded, isReplayable: response.body.isReplayable)
      if isWhole { decoded.body = Body(try await decoded.body.collect(upTo: limit ?? Body.defaultLimit)) }
      decoded.head.headerFields[.contentEncoding] = nil
      decoded.head.headerFields.removeContentFacts()
      return decoded
    } catch let error where !success.contains(code) && (error is GzipError || error is BodyError) {
      return response
    }
  }
}

extension HTTPFields {
  /// Removes the fields whose values depend on the content before the change (RFC 9110 section 8.6, RFC 9530).
  mutating func removeContentFacts() {
    self[.contentLength] = nil
    for name in Self.digests { self[name] = nil }
  }

  private static let digests = ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"].compactMap { HTTPField.Name($0) }

  /// The media type in lower case, without parameters.
  var mediaType: String? {
    self[.contentType].map { $0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() }
  }
}

/// Media types whose content is already compressed: gzip would cost time and save nothing.
enum CompressedMedia {
  private static let families = ["image/", "video/", "audio/", "application/vnd.openxmlformats-"]
  private static let suffixes = ["+zip", "+gzip", "+zstd"]
  private static let types: Set<String> = [
    "application/zip", "application/x-zip-compressed", "application/gzip", "application/x-gzip", "application/zstd",
    "application/x-bzip2", "application/x-xz", "application/x-7z-compressed", "application/vnd.rar",
    "application/x-rar-compressed", "application/java-archive", "application/pdf", "font/woff", "font/woff2",
    "application/font-woff",
  ]
  // Members of the families that are text or uncompressed samples.
  private static let exceptions: Set<String> = ["image/svg+xml", "image/bmp", "audio/wav", "audio/x-wav"]

  /// Whether content of this type is a part of a resumable upload. The server counts the bytes of such a part as they are sent.
  static func isPartOfUpload(_ type: String) -> Bool {
    ["application/offset+octet-stream", "application/partial-upload"].contains(type)
  }

  static func contains(_ type: String) -> Bool {
    guard !exceptions.contains(type) else { return false }
    return types.contains(type) || families.contains { type.hasPrefix($0) } || suffixes.contains { type.hasSuffix($0) }
  }
}
