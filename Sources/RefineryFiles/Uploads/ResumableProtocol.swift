import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// The protocol of a resumable upload.
public enum ResumableProtocol: String, Sendable, Hashable, Codable, CaseIterable {
  /// tus 1.0.0 (tus.io): the core protocol and the extension creation. If the server offers them, also creation-with-upload,
  /// checksum, expiration and termination.
  case tus
  /// Resumable Uploads for HTTP, draft-ietf-httpbis-resumable-upload-12 (July 2026), interop version 8.
  ///
  /// The upload is created by a request without content ("careful creation"), because no transport reports responses with
  /// status 104. A server that does not know the protocol treats that request as the upload of an empty file. So use this
  /// protocol only for rows whose server supports it, or set ``UploadOptions/discovers``.
  case ietf

  /// Returns the changes to the header fields of a request.
  func fields(of request: UploadRequest) -> [(HTTPField.Name, String?)] {
    var fields: [(HTTPField.Name, String?)] = [(.contentType, nil)]
    switch self {
    case .tus where request.step == .discover: break
    case .tus: fields.append((.tusResumable, "1.0.0"))
    case .ietf: fields.append((.uploadDraftInteropVersion, "8"))
    }
    switch (self, request.step) {
    case (_, .discover), (_, .locate), (_, .finished): break
    case (.tus, .create(let content)):
      fields.append((.uploadLength, "\(request.size)"))
      fields.append((.uploadMetadata, request.metadata))
      if !content.isEmpty { fields.append((.contentType, "application/offset+octet-stream")) }
    case (.tus, .append(let range)):
      fields.append((.uploadOffset, "\(range.lowerBound)"))
      fields.append((.contentType, "application/offset+octet-stream"))
    case (.ietf, .create(let content)):
      fields.append((.uploadComplete, content.upperBound == request.size ? "?1" : "?0"))
      fields.append((.uploadLength, "\(request.size)"))
      fields.append((.contentType, request.contentType))
      fields.append((.contentDisposition, Self.disposition(request.filename)))
    case (.ietf, .append(let range)):
      fields.append((.uploadOffset, "\(range.lowerBound)"))
      fields.append((.uploadComplete, range.upperBound == request.size ? "?1" : "?0"))
      fields.append((.contentType, "application/partial-upload"))
    }
    if let digest = request.digest {
      switch self {
      case .tus: fields.append((.uploadChecksum, "\(Self.checksumName(digest.name)) \(digest.value.base64EncodedString())"))
      case .ietf: fields.append((.contentDigest, "\(digest.name)=:\(digest.value.base64EncodedString()):"))
      }
    }
    return fields
  }

  /// Returns the statements of a response about the upload.
  func answer(_ head: HTTPResponse) -> UploadAnswer {
    let fields = head.headerFields
    // In tus, a number is plain digits. In the IETF protocol, it is a structured field, which may have parameters.
    let number = self == .tus ? fields.number : { fields[$0].flatMap { StructuredField.item($0)?.count } }
    var answer = UploadAnswer(status: head.status.code)
    answer.location = fields[.location].flatMap { $0.isEmpty ? nil : $0 }
    answer.offset = number(.uploadOffset)
    answer.length = number(.uploadLength)
    switch self {
    case .tus:
      answer.limits.maximumSize = number(.tusMaxSize)
      answer.expires = fields[.uploadExpires].flatMap { HTTPDate.date($0)?.timeIntervalSince1970 }
      answer.versions = Self.list(fields[.tusVersion])
      answer.extensions = Self.list(fields[.tusExtension])
      answer.checksums = Self.list(fields[.tusChecksumAlgorithm])
    case .ietf:
      if case .boolean(let isComplete)? = fields[.uploadComplete].flatMap({ StructuredField.item($0)?.value }) {
        answer.isComplete = isComplete
      }
      if let limits = fields[.uploadLimit].flatMap(UploadLimits.init) { answer.limits = limits }
      answer.extensions = Self.list(fields[.acceptPatch]?.lowercased())
    }
    return answer
  }

  /// Returns the tus name of an algorithm of RFC 9530: the name without the hyphen.
  static func checksumName(_ name: String) -> String { name == "sha" ? "sha1" : name.filter { $0 != "-" } }

  /// Returns the value of `Upload-Metadata`, sorted by name.
  static func metadata(_ pairs: [String: String]) -> String {
    pairs.sorted { $0.key < $1.key }.map { key, value in
      value.isEmpty ? key : "\(key) \(Data(value.utf8).base64EncodedString())"
    }.joined(separator: ",")
  }

  /// `Content-Disposition` (RFC 6266): the name as ASCII, and as UTF-8 (RFC 8187) if it is not ASCII.
  static func disposition(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": plain += "\\\(scalar)"
      case " "..."~": plain.unicodeScalars.append(scalar)
      default: plain += "_"
      }
    }
    let text = "inline; filename=\"\(plain)\""
    guard !name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
    var encoded = ""
    for byte in name.utf8 {
      let isPlain = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || 0x30...0x39 ~= byte || "!#$&+-.^_`|~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += isPlain ? String(UnicodeScalar(byte)) : "%\(digits.count == 1 ? "0" : "")\(digits)"
    }
    return text + "; filename*=UTF-8''\(encoded)"
  }

  /// The members of a list, without their parameters.
  private static func list(_ text: String?) -> Set<String>? {
    text.map { Set($0.split(separator: ",").map { $0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" } }) }
  }
}

/// One request of an upload.
struct UploadRequest {
  var step: UploadMachine.Step
  var size: Int
  var contentType = ""
  var filename = ""
  /// The value of `Upload-Metadata`.
  var metadata = ""
  var digest: (name: String, value: Data)?
}

/// The statements of a response about an upload.
struct UploadAnswer: Sendable, Equatable {
  var status: Int
  var location: String?
  var offset: Int?
  var length: Int?
  /// `Upload-Complete`; only in the protocol of the IETF.
  var isComplete: Bool?
  var limits = UploadLimits()
  /// In seconds since 1970.
  var expires: Double?
  /// The versions of tus.
  var versions: Set<String>?
  /// The extensions of tus, or the media types of `Accept-Patch`.
  var extensions: Set<String>?
  var checksums: Set<String>?
}

/// The limits of a server; nil for each limit that it does not state.
struct UploadLimits: Sendable, Equatable {
  var maximumSize: Int?
  var minimumSize: Int?
  var maximumAppend: Int?
  var minimumAppend: Int?
  var maximumAge: Int?

  /// The members of `Upload-Limit`.
  private static let members: [(name: String, limit: any WritableKeyPath<UploadLimits, Int?> & Sendable)] = [
    ("max-size", \.maximumSize), ("min-size", \.minimumSize), ("max-append-size", \.maximumAppend),
    ("min-append-size", \.minimumAppend), ("max-age", \.maximumAge),
  ]

  init() {}

  /// Reads `Upload-Limit`, a dictionary of RFC 9651. Unknown members are ignored. Returns nil if a known member is not a number
  /// of at least 0.
  init?(_ text: String) {
    guard let members = StructuredField.dictionary(text) else { return nil }
    for (name, limit) in Self.members {
      guard let member = members[name] else { continue }
      guard let count = member.count else { return nil }
      self[keyPath: limit] = count
    }
  }

  /// Copies the limits that another response states.
  mutating func merge(_ other: UploadLimits) {
    for (_, limit) in Self.members { self[keyPath: limit] = other[keyPath: limit] ?? self[keyPath: limit] }
  }
}

extension StructuredMember {
  /// The value, if it is a number that is not negative.
  fileprivate var count: Int? { if case .integer(let number) = value, number >= 0 { number } else { nil } }
}

extension HTTPField.Name {
  // Each is a token, so the initializer never returns nil.
  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }

  static let tusResumable = named("Tus-Resumable")
  static let tusVersion = named("Tus-Version")
  static let tusExtension = named("Tus-Extension")
  static let tusMaxSize = named("Tus-Max-Size")
  static let tusChecksumAlgorithm = named("Tus-Checksum-Algorithm")
  static let uploadOffset = named("Upload-Offset")
  static let uploadLength = named("Upload-Length")
  static let uploadMetadata = named("Upload-Metadata")
  static let uploadChecksum = named("Upload-Checksum")
  static let uploadExpires = named("Upload-Expires")
  static let uploadComplete = named("Upload-Complete")
  static let uploadLimit = named("Upload-Limit")
  static let uploadDraftInteropVersion = named("Upload-Draft-Interop-Version")
  static let acceptPatch = named("Accept-Patch")
  static let contentDigest = named("Content-Digest")
  static let representationDigest = named("Repr-Digest")
}
