import HTTPTypes
public import RefineryCore

extension Client {
  /// Returns the parts of a multipart response, which are read while they arrive.
  ///
  /// ```swift
  /// let call = Video.content(7).header(.range, "bytes=0-99,5000-5099")
  /// for try await part in api.parts(of: call) {
  ///   print(part.contentRange?.range ?? 0...0, try await part.body.collect().count)
  /// }
  /// ```
  /// It sends nothing until you read the first part. If you iterate twice, it sends two requests. `Accept` is `multipart/*`,
  /// unless the client, the row or the call sets it. `timeout` and `idleTimeout` limit the waits as for `open(_:accept:)`. The
  /// connection closes when you leave the loop or cancel the task.
  ///
  /// A status that is not a success ends the call at stage status. If the body is malformed or not multipart, the call ends at
  /// stage mapping. The underlying error is then ``MultipartParts/Malformed``, and `place` has the number of parts that began.
  ///
  /// - Parameters:
  ///   - call: the call. Its mapping does not apply.
  ///   - limits: the limits of the body.
  public func parts<Output>(of call: Call<Output>, limits: MultipartParts.Limits = .init()) -> MultipartParts {
    let call = call.data
    return MultipartParts { [self] in
      let response = try await open(call, accept: "multipart/*")
      do {
        let boundary = try MultipartParts.boundary(of: response.head.headerFields[.contentType] ?? "")
        return PartReader(.call(response), PartScanner(boundary: boundary, limits: limits))
      } catch {
        throw response.failure(.mapping, error)
      }
    }
  }
}
