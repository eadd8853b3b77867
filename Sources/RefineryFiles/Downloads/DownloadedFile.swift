public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// A file that was downloaded completely.
public struct DownloadedFile: Sendable, Redacted {
  /// The URL of the file.
  public let file: URL
  /// Its size in bytes.
  public let size: Int
  /// Status and header fields of the last response. The status is 206 if that response had only the end of the file, and 416 if
  /// a kept part was already complete.
  public let head: HTTPResponse
  /// The digests that were checked and are correct: at most two, the one that you expect and one that the server sent.
  public let digests: [FileDigest]
  /// How many bytes an earlier download had written: see ``DownloadOptions/keepsPart``.
  public let resumed: Int
  /// How many requests the download sent, not counting those that middleware such as `RetryMiddleware` sent again.
  public let requests: Int
}
