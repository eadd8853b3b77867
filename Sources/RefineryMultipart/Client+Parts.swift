import HTTPTypes
public import RefineryCore

extension Client {
  /// The parts of a row that responds with a multipart body, read while they arrive.
  ///
  /// ```swift
  /// let call = Video.content(7).header(.range, "bytes=0-99,5000-5099")
  /// for try await part in api.parts(of: call) {
  ///   print(part.contentRange?.range ?? 0...0, try await part.body.collect().count)
  /// }
  /// ```
  /// Nothing is sent until the first part is read, and iterating twice sends two requests. `Accept` is `multipart/*`, unless the
  /// client, the row or the call sets it. `Timeout` and `IdleTimeout` limit the waits as for `open(_:accept:)`. Leaving the loop
  /// closes the connection, and so does cancelling the task.
  ///
  /// A status that is not a success is an error of stage status. A body that is not multipart or is malformed is an error of stage
  /// mapping; its underlying error is ``MultipartParts/Malformed``, and its place counts the parts that began.
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
