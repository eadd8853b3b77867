import FoundationEssentials
import HTTPTypes
import RefineryCore

/// The protocol of a resumable upload.
public enum ResumableProtocol: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
  /// tus 1.0.0 (tus.io): the core protocol and the extension creation. If the server offers them, also creation-with-upload,
  /// checksum, expiration and termination.
  case tus
  /// Resumable Uploads for HTTP, draft-ietf-httpbis-resumable-upload-12 (July 2026), interop version 8.
  ///
  /// The upload is created by a request without content ("careful creation"), because no transport reports responses with
  /// status 104. A server that does not know the protocol treats that request as the upload of an empty file. So use this
  /// protocol only for rows whose server supports it, or set ``UploadOptions/discovers``.
  case ietf

  /// `tus` or `ietf`.
  public var description: String { rawValue }

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
    var answer = UploadAnswer(status: head.status.code)
    answer.location = fields[.location].flatMap { $0.isEmpty ? nil : $0 }
    answer.offset = fields[.uploadOffset].flatMap(number)
    answer.length = fields[.uploadLength].flatMap(number)
    switch self {
    case .tus:
      answer.limits.maximumSize = fields[.tusMaxSize].flatMap(number)
      answer.expires = fields[.uploadExpires].flatMap { HTTPDate.date($0)?.timeIntervalSince1970 }
      answer.versions = Self.list(fields[.tusVersion])
      answer.extensions = Self.list(fields[.tusExtension])
      answer.checksums = Self.list(fields[.tusChecksumAlgorithm])
    case .ietf:
      answer.isComplete = fields[.uploadComplete].flatMap { ["?0": false, "?1": true][String(StructuredItem.bare($0[...]))] }
      if let limits = fields[.uploadLimit].flatMap(UploadLimits.init) { answer.limits = limits }
      let accepted = Self.list(fields[.acceptPatch]?.lowercased()) ?? []
      answer.extensions = Set(accepted.map { String(StructuredItem.bare($0[...])) })
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

  /// A number that is not negative. In tus it is plain digits; in the IETF protocol it is a structured field, which may have
  /// parameters.
  private func number(_ text: String) -> Int? {
    StructuredItem.number(self == .tus ? text[...] : StructuredItem.bare(text[...]))
  }

  private static func list(_ text: String?) -> Set<String>? {
    text.map { Set($0.split(separator: ",").map { String($0.trimming { $0 == " " || $0 == "\t" }) }) }
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

  init() {}

  /// Reads `Upload-Limit`, a dictionary of RFC 9651. Unknown members are ignored. Returns nil if a known member is not a number
  /// of at least 0.
  init?(_ text: String) {
    for member in StructuredItem.members(text) {
      let (key, value) = StructuredItem.pair(member)
      let path: WritableKeyPath<UploadLimits, Int?>
      switch key {
      case "max-size": path = \.maximumSize
      case "min-size": path = \.minimumSize
      case "max-append-size": path = \.maximumAppend
      case "min-append-size": path = \.minimumAppend
      case "max-age": path = \.maximumAge
      default: continue
      }
      guard let number = StructuredItem.number(StructuredItem.bare(value)) else { return nil }
      self[keyPath: path] = number
    }
  }

  /// Copies the limits that another response states.
  mutating func merge(_ other: UploadLimits) {
    maximumSize = other.maximumSize ?? maximumSize
    minimumSize = other.minimumSize ?? minimumSize
    maximumAppend = other.maximumAppend ?? maximumAppend
    minimumAppend = other.minimumAppend ?? minimumAppend
    maximumAge = other.maximumAge ?? maximumAge
  }
}

/// The few forms of structured fields (RFC 9651) that the protocols use.
private enum StructuredItem {
  /// The item without its parameters.
  static func bare(_ text: Substring) -> Substring { text.prefix { $0 != ";" }.trimming { $0 == " " || $0 == "\t" } }

  /// Only digits: `Int` would also read a sign.
  static func number(_ text: Substring) -> Int? {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// The members of a dictionary. A comma in a quoted text does not end one.
  static func members(_ text: String) -> [Substring] {
    var isQuoted = false
    var isEscaped = false
    return text.split { character in
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      default: return character == "," && !isQuoted
      }
      return false
    }
  }

  static func pair(_ member: Substring) -> (key: Substring, value: Substring) {
    let text = member.trimming { $0 == " " || $0 == "\t" }
    guard let mark = text.firstIndex(of: "=") else { return (bare(text), "") }
    return (text[..<mark], text[text.index(after: mark)...])
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isBlank: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
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
