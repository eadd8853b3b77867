/// The settings of a download.
///
/// ```swift
/// var options = DownloadOptions()
/// options.limit = 2_000_000_000
/// options.digest = FileDigest("sha-256", hex: published)
/// ```
public struct DownloadOptions: Sendable {
  /// Whether the download may replace an existing file, at its end and in one step. Default true.
  ///
  /// If false, on a file system without hard links, an empty file has the name of the target for a moment at the end.
  public var replacesExisting = true
  /// Whether the part that has arrived is kept if the download fails or is cancelled, or if the process ends. The next download
  /// of the same URL to the same file, with this option, continues it. Default false. It cannot be combined with ``parallel``.
  ///
  /// The part is the hidden file `.NAME.refinery-part` in the folder of the file, and `.NAME.refinery-part.json` describes it.
  /// The part is kept only if the response has a strong validator. After a power failure, the next download uses only the bytes
  /// that are certainly on the disk.
  public var keepsPart = false
  /// The maximum number of connections that read ranges of the file at the same time, from 1 to 64. Default 1: one request
  /// reads the whole file.
  ///
  /// With a larger number, the first request asks for 1 MiB. If the response has the size of the file and a strong validator,
  /// up to this many connections read the rest, each in a piece of at least 1 MiB. If the server does not support ranges, or
  /// sends other ranges than requested, one request reads the whole file.
  public var parallel = 1
  /// The maximum size of the file in bytes. Default nil: no limit.
  public var limit: Int?
  /// The permissions of the file, such as `0o600`. Default nil: if the file replaces another one, it gets the permissions of
  /// the old file. A new file gets the usual permissions of the process (`umask`).
  public var permissions: Int?
  /// The digest that the file must have. Default nil: only the digests that the server sends are checked.
  public var digest: FileDigest?
  /// The algorithms that check digests, in the order of preference. Default: SHA-512 and SHA-256
  /// with the trait `Signing`, and none without it. If the list is empty, the digests of the server are not checked.
  public var algorithms = DigestAlgorithm.available

  /// The default options.
  public init() {}

  /// Every fault of these values, one sentence each.
  var problems: [String] {
    var problems: [String] = []
    if !(1...64).contains(parallel) { problems.append("parallel must be from 1 to 64, not \(parallel)") }
    if parallel > 1, keepsPart { problems.append("keepsPart needs a download without parallel ranges: set parallel to 1") }
    if let limit, limit < 0 { problems.append("limit must not be negative, but is \(limit)") }
    if let permissions, !(0...0o777).contains(permissions) {
      problems.append("permissions must be from 0 to 0o777, not 0o\(String(permissions, radix: 8))")
    }
    if let digest, !algorithms.contains(where: { $0.name == digest.algorithm }) {
      problems.append(
        "the digest \(digest.algorithm) cannot be computed: enable the trait Signing, or add the algorithm to algorithms")
    }
    return problems
  }
}
