public import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension Client {
  /// Writes the content of a row's response to a file.
  ///
  /// ```swift
  /// let report = try await api.download(Report.export(7), to: URL(filePath: "/data/report.csv")) { print($0) }
  /// print(report.size)
  /// ```
  /// The content goes to a hidden file in the same folder. When it is complete and checked, and its bytes are on the disk, that file replaces
  /// the target in one step: a reader sees the former file or the new one, and never a part. If the call fails or is cancelled, the
  /// hidden file is removed, unless ``DownloadOptions/keepsPart`` keeps it.
  ///
  /// If the connection is lost, a GET continues after the last byte, as `Reconnection` says (RFC 9110 section 14): the request has `Range`
  /// and `If-Range`. This needs a response with `Content-Length` and a strong validator; otherwise, or if the file has changed
  /// meanwhile, it is read again from its start. Any other method sends one request only.
  ///
  /// The size must be that of `Content-Length`. Digests of the server (`Repr-Digest`, `Content-Digest`, and `Digest`) and the expected
  /// one are checked with ``DownloadOptions/algorithms``; the file is read one more time for it. The request asks for content without coding,
  /// unless the call sets `Accept-Encoding`. An encoded response is written as the chain returns it, and is not continued.
  ///
  /// Time limits are those of `Client.open(_:accept:)`: a silence longer than `IdleTimeout` is a lost connection. Memory does not grow
  /// with the file. Files are written by threads that Swift's tasks do not use.
  ///
  /// - Parameters:
  ///   - call: the call. Its mapping does not apply.
  ///   - file: the `file:` URL of the target. Its folder must exist. A folder, a symbolic link or a device is refused.
  ///   - options: what happens to an existing file, limits, digests, and parallel ranges.
  ///   - progress: is called when bytes are written, at most about 5 times a second for each connection or once for 256 KiB. The
  ///     download waits for it.
  ///   - random: numbers from 0 up to but not including 1, for the waits.
  /// - Throws: `CallError`, also for a fault of the disk, with ``FileFault``, and for content that cannot be used, with ``DownloadFault``;
  ///   `CancellationError` when the task is cancelled.
  @discardableResult
  public func download<Output>(
    _ call: Call<Output>, to file: URL, options: DownloadOptions = DownloadOptions(),
    progress: (@Sendable (FileProgress) -> Void)? = nil,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) async throws -> DownloadedFile {
    var asked = call.data
    if asked.headers[.acceptEncoding] == nil { asked = asked.header(.acceptEncoding, "identity") }
    let policy = option(ReconnectionOption.self, of: call)
    func failure(_ error: any Error) -> CallError { CallError(.building, call.endpoint, underlying: error) }
    guard policy.problems.isEmpty else { throw failure(UnusableReconnection(problems: policy.problems)) }
    guard options.problems.isEmpty else { throw failure(DownloadFault.unusableOptions(problems: options.problems)) }
    let request = try makeRequest(for: asked).head
    guard request.headerFields[.range] == nil else { throw failure(DownloadFault.rangeRequested) }
    let target: DownloadTarget
    do {
      target = try DownloadTarget(file)
    } catch {
      throw failure(error)
    }
    let url = "\(request.method) \(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    let part = PartFile(target, options, source: StableHash.text(of: url), progress: progress)
    let transfer = Transfer(client: self, call: asked, file: part, policy: policy, options: options, random: random)
    return try await Downloading(transfer, to: file, usesRanges: request.method == .get).run()
  }
}
