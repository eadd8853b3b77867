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
  /// The content goes to a hidden file in the same folder. When the content is complete, checked and on the disk, that file
  /// replaces the target in one step. So a reader of the target sees either the old or the new file, never an incomplete one.
  /// If the call fails or is cancelled, the hidden file is removed, unless ``DownloadOptions/keepsPart`` keeps it.
  ///
  /// If the connection is lost, a GET continues after the last byte, as `Reconnection` says: the next request has `Range` and
  /// `If-Range` (RFC 9110 section 14). This needs a response with `Content-Length` and a strong validator. Without them, or if
  /// the file has changed on the server, the download reads the file again from its start. A call with another method sends
  /// only one request.
  ///
  /// The size of the file must equal `Content-Length`. The download checks the digests that the server sends (`Repr-Digest`,
  /// `Content-Digest`, and `Digest`) and the digest that you expect, with ``DownloadOptions/algorithms``. For this, it reads
  /// the file once more. Unless the call sets `Accept-Encoding`, the request asks for content without coding. An encoded
  /// response is written as the chain returns it; such a download does not continue after a lost connection.
  ///
  /// Time limits are those of `Client.open(_:accept:)`: if no bytes arrive for longer than `idleTimeout`, the connection counts
  /// as lost. Memory use does not depend on the size of the file. Separate threads write files, so Swift's tasks do not block.
  ///
  /// - Parameters:
  ///   - call: the call. Its mapping does not apply.
  ///   - file: the `file:` URL of the target. Its folder must exist. A folder, a symbolic link or a device is refused.
  ///   - options: what happens to an existing file, limits, digests, and parallel ranges.
  ///   - progress: called when bytes are written: for each connection, after 256 KiB or about 200 ms, whichever comes first.
  ///     The download waits for the closure.
  /// - Throws: `CallError`. Its underlying error is ``FileFault`` for a fault of the disk, ``DownloadFault`` for unusable
  ///   content, or `UnusableSettings` for options that cannot be used. `CancellationError` when the task is cancelled.
  @discardableResult
  public func download<Output>(
    _ call: Call<Output>, to file: URL, options: DownloadOptions = DownloadOptions(),
    progress: (@Sendable (FileProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    var asked = call.data
    if asked.headers[.acceptEncoding] == nil { asked = asked.header(.acceptEncoding, "identity") }
    let policy = self.options(of: call).reconnection
    let request: HTTPRequest
    let target: DownloadTarget
    do {
      guard policy.problems.isEmpty else { throw UnusableSettings(of: Reconnection.self, problems: policy.problems) }
      guard options.problems.isEmpty else { throw UnusableSettings(of: DownloadOptions.self, problems: options.problems) }
      request = try makeRequest(for: asked).head
      guard request.headerFields[.range] == nil else { throw DownloadFault.rangeRequested }
      target = try DownloadTarget(file)
    } catch {
      throw failure(building: call, error)
    }
    let url = "\(request.method) \(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    let part = PartFile(target, options, source: StableHash.text(of: url), progress: progress)
    let transfer = Transfer(client: self, call: asked, file: part, policy: policy, options: options)
    return try await Downloading(transfer, to: file, usesRanges: request.method == .get).run()
  }
}
