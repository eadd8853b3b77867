/// How a file is downloaded.
///
/// ```swift
/// var options = DownloadOptions()
/// options.limit = 2_000_000_000
/// options.digest = FileDigest("sha-256", hex: published)
/// ```
public struct DownloadOptions: Sendable {
  /// Whether a file that exists is replaced. Default true. It is replaced at the end, in one step.
  public var replacesExisting = true
  /// Whether the part that has arrived is kept if the download fails, is cancelled, or the process ends. The next download of the same URL to
  /// the same file, with this option, continues it. Default false.
  ///
  /// The part is the hidden file `.NAME.refinery-part` in the folder of the file, and `.NAME.refinery-part.json` describes it. It is kept
  /// only if the server has a strong validator for it. After a failure of power, only what is certain to be on the disk counts.
  public var keepsPart = false
  /// The maximum number of connections that read ranges of the file at the same time, from 1 to 64. Default 1: the file is read in one piece.
  ///
  /// With more, the first request is for 1 MiB. If the response shows the size and a strong validator, the rest is read in as many pieces of at
  /// least 1 MiB. If the server does not give ranges, or gives other ranges than asked for, the file is read in one piece.
  public var parallel = 1
  /// The maximum size of the file in bytes. Default nil: no limit.
  public var limit: Int?
  /// The permissions of the file, such as `0o600`. Default nil: those of the file that is replaced, and for a new file those that the process
  /// gives to every new file (`umask`).
  public var permissions: Int?
  /// The digest that the file must have. Default nil: only the digests that the server sends are checked.
  public var digest: FileDigest?
  /// The algorithms that check digests, in the order of preference. Default ``DigestAlgorithm/available``: none without the trait
  /// `Signing`. Empty: digests of the server are not checked.
  public var algorithms = DigestAlgorithm.available

  /// The default options.
  public init() {}

  /// Every fault of these values, one sentence each; empty if the options can be used.
  public var problems: [String] {
    var problems: [String] = []
    if !(1...64).contains(parallel) { problems.append("parallel must be from 1 to 64, not \(parallel)") }
    if parallel > 1, keepsPart { problems.append("a download by parallel ranges cannot keep its part") }
    if let limit, limit < 0 { problems.append("limit must not be negative, not \(limit)") }
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
