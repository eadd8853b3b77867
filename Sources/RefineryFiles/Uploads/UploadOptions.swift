public import RefineryCore

/// How a resumable upload is made: see `Client.upload(_:from:by:options:resuming:progress:observing:random:)`.
public struct UploadOptions: Sendable {
  /// The media type of the file. Default `application/octet-stream`.
  public var contentType = "application/octet-stream"
  /// The name that the server is told; nil: the last component of the file's path.
  public var filename: String?
  /// tus: further pairs of `Upload-Metadata`, beside `filename` and `filetype`. A pair of one of these names replaces it. A name is
  /// visible ASCII without a comma.
  public var metadata: [String: String] = [:]
  /// The largest number of bytes of one request; nil: all bytes that are left. A limit of the server also applies. Default nil.
  ///
  /// With ``digest`` the default is 8 MiB, because each chunk is read twice.
  public var chunkSize: Int?
  /// Whether an OPTIONS request gets the server's abilities and limits first. Default false.
  public var discovers = false
  /// tus: whether the first chunk is sent with the request that creates the upload, if the server offers `creation-with-upload`. The
  /// server is asked for that with OPTIONS. Default false.
  public var createsWithContent = false
  /// Whether the upload starts anew if the server does not have it any longer: if it has expired, or on status 404 and 410. Default true.
  public var startsAnew = true
  /// The digest that each chunk is sent with. Default nil: none.
  ///
  /// In tus it is `Upload-Checksum`, and is sent if the server offers the algorithm, for which it is asked with OPTIONS. In the protocol of
  /// the IETF it is `Content-Digest` (RFC 9530).
  public var digest: DigestAlgorithm?

  /// The default options, changed by a closure: `UploadOptions { $0.chunkSize = 1 << 20 }`.
  public init(_ change: (inout UploadOptions) -> Void = { _ in }) { change(&self) }

  var problems: String? {
    if let chunkSize, chunkSize < 1 { return "chunkSize must be positive, not \(chunkSize)" }
    let isToken: (UInt8) -> Bool = { (0x21...0x7E).contains($0) && $0 != 0x2C }
    guard metadata.keys.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isToken) }) else {
      return "a name of the metadata is not visible ASCII without a comma"
    }
    return nil
  }
}

/// What is needed to go on with a resumable upload, also in another process: store it, and give it to the next
/// `upload(_:from:by:options:resuming:progress:observing:random:)`.
///
/// Treat it as a secret: the URL alone may permit writing to the upload.
public struct UploadResumption: Sendable, Hashable, Codable, Redacted {
  /// The protocol.
  public var `protocol`: ResumableProtocol
  /// The absolute URL of the upload at the server.
  public var url: String
  /// How many bytes the server had when this value was made. Before the upload goes on, a request reads the number again.
  public var offset: Int
  /// The size of the file.
  public var size: Int
  /// When the file was last changed, in nanoseconds since 1970.
  public var modified: Int64
  /// When the server removes the upload, in seconds since 1970; nil if it does not say.
  public var expires: Double?

  /// The progress.
  public var description: String { "UploadResumption(\(`protocol`), \(offset) of \(size) bytes)" }
}

/// The end of a resumable upload.
public struct UploadReply<Output: Sendable>: Sendable, Redacted {
  /// The output of the call, from the last response. It is nil if that response had no content, as in tus, or if it was lost after the
  /// server had received everything.
  public let value: Output?
  /// The absolute URL of the upload at the server; nil if there was none, as for an empty file in the protocol of the IETF.
  public let url: String?
  /// The size of the file.
  public let size: Int
  /// How often the upload went on after a failed request.
  public let resumptions: Int

  /// The size and the number of resumptions.
  public var description: String { "UploadReply(\(size) bytes, \(resumptions) resumptions)" }
}

/// Why a resumable upload cannot go on. It is the underlying error of a `CallError`.
///
/// The stage is building for options that cannot be used, and mapping if a response of the server does not follow the protocol.
public struct UploadFault: SafelyDescribed, Equatable {
  /// The kinds of faults.
  public enum Reason: Sendable, Equatable {
    /// The options, or the resumption, cannot be used.
    case unusable(String)
    /// The server does not offer what the upload needs.
    case unsupported(String)
    /// The file is larger than the server permits.
    case tooLarge(limit: Int)
    /// The file is smaller than the server permits.
    case tooSmall(limit: Int)
    /// A header field of a response is missing, or its value is malformed.
    case malformedField(String)
    /// The server has more bytes than were sent, or than the file has.
    case wrongOffset(Int)
    /// The upload at the server has another length than the file, or is complete without all bytes.
    case wrongLength(Int)
    /// The server responded with success, but took no byte, too often.
    case stalled(offset: Int)
    /// The upload has expired, and must not start anew.
    case expired
  }

  /// The kind of fault.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// One line, safe to log.
  public var description: String {
    switch reason {
    case .unusable(let details): "the upload cannot begin: \(details)"
    case .unsupported(let details): "the server does not support this upload: \(details)"
    case .tooLarge(let limit): "the file is larger than the server's limit of \(limit) bytes"
    case .tooSmall(let limit): "the file is smaller than the server's minimum of \(limit) bytes"
    case .malformedField(let name): "the response has no valid field \(name)"
    case .wrongOffset(let offset): "the server reports \(offset) bytes, which were not sent"
    case .wrongLength(let length): "the upload at the server ends at \(length) bytes, unlike the file"
    case .stalled(let offset): "the server took no byte after \(offset), though it responded with success"
    case .expired: "the upload has expired at the server"
    }
  }
}
