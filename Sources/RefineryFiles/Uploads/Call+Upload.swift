public import FoundationEssentials
public import RefineryCore

extension ScopedCall {
  /// Sends a file as the body, read in chunks while it is sent.
  ///
  /// ```swift
  /// let photo = try await api.send(Photo.create().timeout(nil).body(file: beach, contentType: "image/jpeg") { print($0) })
  /// ```
  /// `Content-Length` is the size of the file at this moment. A retry or a redirect sends the file again. If the file cannot be
  /// read, the call fails at stage building, with ``FileFault`` as the underlying error, and nothing is sent. If the file
  /// changes before all of it is sent, the call fails at stage sending. `timeout` limits the whole call, so raise it for large
  /// files.
  ///
  /// - Parameters:
  ///   - file: the URL of the file.
  ///   - contentType: the media type of the file.
  ///   - progress: called with the number of bytes that were read: see ``RefineryCore/Body/reporting(_:)``.
  public func body(
    file: URL, contentType: String = "application/octet-stream", progress: (@Sendable (FileProgress) -> Void)? = nil
  ) -> Self {
    do {
      let body = try UploadFile(file).body()
      return self.body(progress.map { body.reporting($0) } ?? body, contentType: contentType)
    } catch {
      return failing(error)
    }
  }

  /// Returns a call that fails at stage building, with this error as the underlying error. Nothing is sent.
  package func failing(_ fault: any Error) -> Self { body(true, coder: RefusingCoder(fault: fault)) }
}

/// Fails a call when the client makes its request.
private struct RefusingCoder: Coder {
  let fault: any Error
  let contentType = "application/octet-stream"
  let accept = "*/*"

  func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { throw fault }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value { throw fault }
}
