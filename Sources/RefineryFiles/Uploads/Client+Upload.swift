public import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension Client {
  /// Uploads a file with a protocol for resumable uploads: an interrupted upload continues where it stopped.
  ///
  /// ```swift
  /// let reply = try await api.upload(Video.create(), from: file, by: .tus) { print($0) }
  /// ```
  /// The call creates the upload, with its row, arguments, header fields and options. Its body is not used. All further
  /// requests go to the URL that the server returns, with the same row name, options and header fields, except the fields about
  /// content, conditions and idempotency. `CrossOriginLinks` decides whether that URL may have another origin, and which
  /// credentials are then sent; by default, another origin is refused.
  ///
  /// After a lost connection, a time limit, or a status of `Reconnection`, the client asks the server how many bytes it has,
  /// and continues there. `Reconnection` sets the waits and the statuses. It also sets how many successive requests may fail or
  /// transfer no byte; after that, the last error is thrown. The server checks the offset of each request, so no byte is lost
  /// or written at a wrong position.
  ///
  /// The client repeats the request that creates the upload if its response is lost, even if it is a POST. This is harmless,
  /// because each creation makes another upload, and the server removes those that stay incomplete. The client does not repeat
  /// a request that contains the whole file, such as the request for an empty file, unless the call is declared safe to repeat.
  ///
  /// The memory use does not depend on the size of the file. `idleTimeout`, or `timeout` if it is nil, limits the time in which
  /// a request makes no progress: it sends no byte of the file, and no part of its response arrives. The whole upload has no
  /// time limit. Observers and logs see each request as a separate call.
  ///
  /// If you cancel the task, the upload stays at the server. To continue later, also in another process, pass the last
  /// ``UploadResumption``. To remove the upload from the server, call ``discardUpload(_:of:)``.
  ///
  /// - Parameters:
  ///   - call: the call that creates the upload. Its mapping makes the output from the last response, if that response has
  ///     content.
  ///   - file: the URL of the file.
  ///   - proto: the protocol of the server.
  ///   - options: chunk size, metadata and digest.
  ///   - resumption: the upload to continue. The file must have the same size and time of change as before.
  ///   - progress: called with the number of bytes that were read: see ``RefineryCore/Body/reporting(_:)``. After a lost
  ///     connection, it starts again at the number of bytes that the server has.
  ///   - observing: called when the upload is created, and after each confirmed request, with the value that can continue the
  ///     upload later.
  /// - Throws: `CallError`, with ``FileFault``, ``UploadFault`` or `UnusableSettings` as the underlying error if the file, a
  ///   response or the options cannot be used; `CancellationError` when the task is cancelled.
  public func upload<Output>(
    _ call: Call<Output>, from file: URL, by proto: ResumableProtocol, options: UploadOptions = UploadOptions(),
    resuming resumption: UploadResumption? = nil, progress: (@Sendable (FileProgress) -> Void)? = nil,
    observing: (@Sendable (UploadResumption) -> Void)? = nil
  ) async throws -> UploadReply<Output> {
    try Task.checkCancellation()
    let policy = self.options(of: call).reconnection
    let failure: any Error
    do {
      guard options.problems.isEmpty else { throw UnusableSettings(of: UploadOptions.self, problems: options.problems) }
      guard policy.problems.isEmpty else { throw UnusableSettings(of: Reconnection.self, problems: policy.problems) }
      let file = try UploadFile(file)
      var upload = ResumableUpload(
        client: self, call: call, file: file, proto: proto, options: options, policy: policy, observing: observing,
        progress: progress)
      if let resumption { try upload.resume(resumption) }
      return try await upload.run()
    } catch let fault as any SafelyDescribed where fault is FileFault || fault is UploadFault || fault is UnusableSettings {
      failure = fault
    }
    throw self.failure(building: call, failure)
  }

  /// Removes an upload from the server, with the tus extension termination or with the IETF protocol.
  ///
  /// The call also succeeds if the server does not have the upload. The time limits of the call that created it apply.
  ///
  /// - Parameters:
  ///   - resumption: the upload.
  ///   - call: the call that created it.
  /// - Throws: `CallError`; `CancellationError` when the task is cancelled.
  public func discardUpload<Output>(_ resumption: UploadResumption, of call: Call<Output>) async throws {
    let request = UploadRequest(step: .locate, size: resumption.size)
    let statuses = StatusSet(200...299, 404...404, 410...410)
    let removal = call.followUp(.delete, at: resumption.url, resumption.protocol.fields(of: request))
    // The response is not that of the row.
    try await send(
      removal.options {
        $0.successCodes = statuses
        $0.acceptedMediaTypes = []
      }.okay)
  }
}

extension ScopedCall {
  /// Returns a call to the URL of an upload, with the settings of this call.
  func followUp(
    _ method: HTTPRequest.Method, at url: String?, _ fields: [(HTTPField.Name, String?)]
  ) -> Call<Data> {
    var row = endpoint
    row.method = method
    let options = options
    var call = Call<Data>(row, values, query: query).options { $0 = options }.headers(headers)
    for name in Self.creationFields { call = call.header(name, nil) }
    if let url { call = call.following(url) }
    return call.fields(fields)
  }

  /// Returns the call with these changes to its header fields.
  func fields(_ fields: [(HTTPField.Name, String?)]) -> Self {
    var call = self
    for (name, value) in fields { call = call.header(name, value) }
    return call
  }

  /// The call without its time limits, because these are for short requests. The upload watches the progress of its requests.
  var withoutTimeLimits: Self {
    timeout(nil).options {
      $0.idleTimeout = nil
      $0.attemptTimeout = nil
    }
  }

  /// The fields that apply only to the creation.
  private static var creationFields: [HTTPField.Name] {
    [
      .contentType, .contentDisposition, .contentEncoding, .contentLanguage, .contentDigest, .representationDigest, .ifMatch,
      .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .idempotencyKeyField,
    ]
  }
}
