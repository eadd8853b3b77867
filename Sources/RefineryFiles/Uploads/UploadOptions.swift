public import RefineryCore

/// The settings of a resumable upload: see `Client.upload(_:from:by:options:resuming:progress:observing:)`.
public struct UploadOptions: Sendable {
  /// The media type of the file. Default `application/octet-stream`.
  public var contentType = "application/octet-stream"
  /// The file name that is sent to the server. Default nil: the last component of the file's path.
  public var filename: String?
  /// tus: more pairs for `Upload-Metadata`. A pair with the name `filename` or `filetype` replaces the one that the client
  /// sends. A name is visible ASCII without a comma.
  public var metadata: [String: String] = [:]
  /// The largest number of bytes in one request. Default nil: all remaining bytes. A limit of the server also applies.
  ///
  /// With ``digest`` the default is 8 MiB, because each chunk is read twice.
  public var chunkSize: Int?
  /// Whether an OPTIONS request to the URL of the creation first asks for the features and limits of the server. Default false.
  /// If a server of tus responds without `Tus-Version` and `Tus-Extension`, the upload uses no optional extension.
  public var discovers = false
  /// tus: whether the request that creates the upload also sends the first chunk, if the server offers `creation-with-upload`.
  /// An OPTIONS request finds that out. Default false.
  public var createsWithContent = false
  /// Whether a new upload begins if the server no longer has this one: after it has expired, or after status 404 or 410. In
  /// tus, this also applies to 403 as the response to a HEAD. Default true.
  ///
  /// Set it to false if the server removes complete uploads at once and must not get a file twice. If the response to the last
  /// chunk is lost, such a server reports the upload as unknown, although it has the whole file.
  public var startsAnew = true
  /// The algorithm of the digest that is sent with each chunk. Default nil: no digest.
  ///
  /// In tus, the field is `Upload-Checksum`. It is sent only if the server offers the algorithm, which an OPTIONS request finds
  /// out. In the IETF protocol, the field is `Content-Digest` (RFC 9530).
  public var digest: DigestAlgorithm?

  /// The default options, changed by a closure: `UploadOptions { $0.chunkSize = 1 << 20 }`.
  public init(_ change: (inout UploadOptions) -> Void = { _ in }) { change(&self) }

  /// Every fault of these values, one sentence each.
  var problems: [String] {
    var problems: [String] = []
    if let chunkSize, chunkSize < 1 { problems.append("chunkSize must be positive, not \(chunkSize)") }
    let isToken: (UInt8) -> Bool = { (0x21...0x7E).contains($0) && $0 != 0x2C }
    if !metadata.keys.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isToken) }) {
      problems.append("a name of the metadata is empty, or has a comma, a space or another character that is not visible ASCII")
    }
    return problems
  }
}

/// The data that continues a resumable upload, also in another process. Store it, and pass it to the next
/// `upload(_:from:by:options:resuming:progress:observing:)`.
///
/// Treat it as a secret: anyone who has the URL may be able to write to the upload.
public struct UploadResumption: Sendable, Hashable, Codable, Redacted {
  /// The protocol.
  var `protocol`: ResumableProtocol
  /// The absolute URL of the upload at the server.
  public var url: String
  /// How many bytes the server had when this value was made. Before the upload continues, a request asks the server for the
  /// current number.
  public var offset: Int
  /// The size of the file.
  var size: Int
  /// When the file was last changed, in nanoseconds since 1970.
  var modified: Int64
  /// When the server removes the upload, in seconds since 1970; nil if it does not say.
  public var expires: Double?
}

/// The result of a resumable upload.
public struct UploadReply<Output: Sendable>: Sendable, Redacted {
  /// The output of the call, from the last response. It is nil if that response had no content, as in tus, or if the response
  /// was lost after the server had received everything.
  public let value: Output?
  /// The absolute URL of the upload at the server; nil if the server gave no URL, as for an empty file in the IETF protocol.
  public let url: String?
  /// The size of the file.
  public let size: Int
  /// How often the upload continued after a failed request.
  public let resumptions: Int
}

/// Why a resumable upload cannot continue. It is the underlying error of a `CallError`.
///
/// The stage is building for ``expired``, and mapping if a response of the server does not follow the protocol.
public enum UploadFault: SafelyDescribed, Equatable {
  /// The server does not support a feature that the upload needs.
  case unsupported(String)
  /// The file is larger than the server permits.
  case tooLarge(limit: Int)
  /// The file is smaller than the server permits.
  case tooSmall(limit: Int)
  /// A header field of a response is missing, or its value is malformed.
  case malformedField(String)
  /// The server reports an offset that does not fit the bytes that were sent.
  case wrongOffset(Int)
  /// The upload at the server has another length than the file, or is complete although bytes are missing.
  case wrongLength(Int)
  /// Too many successive responses were a success, although the server received no further byte.
  case stalled(offset: Int)
  /// The upload has expired, and ``UploadOptions/startsAnew`` is false.
  case expired

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .unsupported(let details): "the server does not support this upload: \(details)"
    case .tooLarge(let limit): "the file is larger than the server's limit of \(limit) bytes"
    case .tooSmall(let limit): "the file is smaller than the server's minimum of \(limit) bytes"
    case .malformedField(let name): "the response has no field \(name), or its value is malformed"
    case .wrongOffset(let offset): "the server reports an offset of \(offset) bytes, which does not match what was sent"
    case .wrongLength(let length): "the upload at the server has a length of \(length) bytes, but the file has another length"
    case .stalled(let offset): "the server received no byte after \(offset), although it responded with success"
    case .expired: "the upload has expired at the server"
    }
  }
}
