import FoundationEssentials
import HTTPTypes
import RefineryCore

/// What a server states about the file that it sends (RFC 9110 section 8).
struct Representation: Codable, Sendable, Equatable {
  /// The value for `If-Range`, so that a later request gets a range of the same file; nil if the download cannot be continued.
  var validator: Validator?
  /// The size of the file; nil if the server does not state it.
  var total: Int?
  /// The digests of the whole file.
  var digests: [FileDigest] = []

  /// Describes the file of a response with the whole content.
  ///
  /// - Parameter canBeDecoded: whether the transport may have decoded the content and removed the fields that name the coding.
  init(whole head: HTTPResponse, canBeDecoded: Bool) {
    let fields = head.headerFields
    total = fields.length
    // Ranges count the bytes before they are decoded. Decoded content has no length.
    let isContinuable = total != nil && !fields.isEncoded && fields[.acceptRanges]?.lowercased() != "none"
    validator = isContinuable ? Validator(fields) : nil
    // The digest of the content is that of the file, because the content is the whole file.
    if !canBeDecoded || total != nil { digests = fields.fileDigests + fields.contentDigests }
  }

  /// Describes the file of a response with the first bytes; nil if the file cannot be read by ranges.
  ///
  /// - Parameter asked: the range of the request.
  init?(start head: HTTPResponse, asked: Range<Int>) {
    let fields = head.headerFields
    guard head.status == .partialContent, let range = fields.contentRange(within: asked), let total = range.completeLength,
      let validator = Validator(fields)
    else { return nil }
    self.total = total
    self.validator = validator
    digests = fields.fileDigests
  }
}

/// A strong validator (RFC 9110 section 8.8), as `If-Range` needs it.
enum Validator: Codable, Sendable, Equatable {
  case entityTag(String)
  case lastModified(String)

  /// The strong validator of a response; nil if there is none.
  ///
  /// A date is strong only if the server sent the response at least a minute later, and only if the response has no entity tag,
  /// not even a weak one (RFC 9110 sections 8.8.2.2 and 13.1.5).
  init?(_ fields: HTTPFields) {
    if let tag = fields[.eTag] {
      let isQuoted = tag.utf8.count >= 2 && tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.last == UInt8(ascii: "\"")
      guard isQuoted, !tag.dropFirst().dropLast().contains("\"") else { return nil }
      self = .entityTag(tag)
    } else {
      guard let text = fields[.lastModified], let modified = HTTPDate.date(text),
        let sent = fields[.date].flatMap({ HTTPDate.date($0) }), sent.timeIntervalSince(modified) >= 60
      else { return nil }
      self = .lastModified(text)
    }
  }

  /// The value of `If-Range`.
  var text: String {
    switch self {
    case .entityTag(let text), .lastModified(let text): text
    }
  }

  enum Agreement { case same, other, missing }

  /// Compares the validator with the fields of a partial response. A partial response must repeat the entity tag, but need not
  /// repeat the date (RFC 9110 section 15.3.7).
  func agreement(with fields: HTTPFields) -> Agreement {
    switch self {
    case .entityTag(let tag): fields[.eTag].map { $0 == tag ? .same : .other } ?? .missing
    case .lastModified(let date): fields[.lastModified].map { $0 == date ? .same : .other } ?? .same
    }
  }
}

/// What a response to a request for a range contains.
enum RangeResponse: Equatable {
  /// The bytes of the file from the first requested byte up to, but not including, this position.
  case part(end: Int)
  /// The whole file: the server does not support ranges, or the file changed.
  case whole
  /// A part of another version of the file.
  case changed
  /// Something that was not requested.
  case wrong

  /// - Parameters:
  ///   - asked: the range that was requested; it may end at the end of the file.
  ///   - representation: the file that the range belongs to.
  init(_ head: HTTPResponse, asked: Range<Int>, of representation: Representation) {
    guard head.status == .partialContent else {
      self = .whole
      return
    }
    let fields = head.headerFields
    guard let range = fields.contentRange(within: asked), let validator = representation.validator,
      let positions = range.range
    else {
      self = .wrong
      return
    }
    switch validator.agreement(with: fields) {
    case .missing: self = .wrong
    case .other: self = .changed
    case .same where range.completeLength != nil && range.completeLength != representation.total: self = .changed
    case .same: self = .part(end: positions.upperBound + 1)
    }
  }
}

extension HTTPFields {
  /// The range of a partial response, if it starts as requested and is not encoded. `multipart/byteranges` has no such field
  /// (RFC 9110 section 15.3.7.2).
  fileprivate func contentRange(within asked: Range<Int>) -> ContentRange? {
    guard !isEncoded, self[.contentType]?.lowercased().hasPrefix("multipart/byteranges") != true,
      let text = self[.contentRange], let range = ContentRange(text), range.unit == "bytes", let positions = range.range,
      positions.lowerBound == asked.lowerBound, positions.upperBound < asked.upperBound,
      length == nil || length == positions.count
    else { return nil }
    return range
  }

  /// Whether the content is encoded, such as by gzip.
  fileprivate var isEncoded: Bool { self[.contentEncoding].map { $0.lowercased() != "identity" } ?? false }

  /// The length of the content.
  fileprivate var length: Int? { number(.contentLength) }

  /// A field that has only digits. `Int` would also read a sign.
  func number(_ name: HTTPField.Name) -> Int? {
    self[name].flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
  }
}
