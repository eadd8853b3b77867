public import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension Client {
  /// Uploads a file with a protocol in which an interrupted upload goes on where it ended, instead of beginning again.
  ///
  /// ```swift
  /// let reply = try await api.upload(Video.create(), from: file, by: .tus) { print($0) }
  /// ```
  /// The call is the one that creates the upload: its row, arguments, header fields and options. Its body is not used. The further
  /// requests go to the URL that the server returns, with the same row name, options and header fields, except those about content,
  /// conditions and idempotency. `CrossOriginLinks` decides whether that URL may have another origin, and with which
  /// credentials; by default it is refused.
  ///
  /// After a lost connection, a time limit, or a status of the policy, the server is asked how much it has, and the upload goes on from
  /// there. `Reconnection` sets the waits, the statuses, and how many requests in a row may fail or bring no byte before
  /// the last error is thrown. No byte is lost or sent to another place of the file: the server checks the offset of each request.
  ///
  /// The request that creates the upload is a POST in most cases, and is sent again after a lost response. This is harmless, because
  /// each creation makes another upload, and the server removes those that stay incomplete. It is not sent again if it has the whole
  /// file, such as an empty one, unless the call is declared safe to repeat.
  ///
  /// The memory does not depend on the size of the file. `IdleTimeout`, or else `Timeout`, limits the time
  /// in which a request makes no progress; the upload as a whole has no limit. Every request is a call of its own for observers and
  /// logs.
  ///
  /// Cancelling the task leaves the upload at the server. To go on later, also in another process, give the last
  /// ``UploadResumption``. ``discardUpload(_:of:)`` removes it.
  ///
  /// - Parameters:
  ///   - call: creates the upload. Its mapping makes the output from the last response, if that has content.
  ///   - file: the URL of the file.
  ///   - proto: the protocol of the server.
  ///   - options: chunks, metadata and digests.
  ///   - resumption: the upload to go on with. The file must have the same size and time of change as before.
  ///   - progress: called with the bytes that were taken: see ``RefineryCore/Body/reporting(_:)``. After a loss it begins again with the
  ///     bytes that the server has.
  ///   - observing: called with what is needed to go on later: when the upload is created and after each request that the server
  ///     confirms.
  ///   - random: numbers from 0 up to but not including 1, for the waits.
  /// - Throws: `CallError`, with ``FileFault`` or ``UploadFault`` as the underlying error where the file, the options or a response
  ///   is at fault; `CancellationError` when the task is cancelled.
  public func upload<Output>(
    _ call: Call<Output>, from file: URL, by proto: ResumableProtocol, options: UploadOptions = UploadOptions(),
    resuming resumption: UploadResumption? = nil, progress: (@Sendable (FileProgress) -> Void)? = nil,
    observing: (@Sendable (UploadResumption) -> Void)? = nil, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) async throws -> UploadReply<Output> {
    try Task.checkCancellation()
    let policy = option(ReconnectionOption.self, of: call)
    let failure: any Error
    do {
      if let problem = options.problems { throw UploadFault(.unusable(problem)) }
      guard policy.problems.isEmpty else { throw UnusableReconnection(problems: policy.problems) }
      let file = try UploadFile(file)
      var upload = ResumableUpload(
        client: self, call: call, file: file, proto: proto, options: options, policy: policy, random: random,
        observing: observing,
        progress: progress)
      if let resumption { try upload.resume(resumption) }
      return try await upload.run()
    } catch let fault as any SafelyDescribed where fault is FileFault || fault is UploadFault || fault is UnusableReconnection {
      failure = fault
    }
    throw CallError(.building, call.endpoint, underlying: failure)
  }

  /// Removes an upload that is not wanted any longer from the server: tus with the extension termination, and the protocol of the IETF.
  ///
  /// It also succeeds if the server does not have the upload.
  ///
  /// - Parameters:
  ///   - resumption: the upload.
  ///   - call: the call that created it.
  /// - Throws: `CallError`; `CancellationError` when the task is cancelled.
  public func discardUpload<Output>(_ resumption: UploadResumption, of call: Call<Output>) async throws {
    let request = UploadRequest(step: .locate, size: resumption.size)
    let statuses = StatusSet(200...299, 404...404, 410...410)
    let removal = call.followUp(.delete, at: resumption.url, resumption.protocol.fields(of: request))
    try await send(removal.option(SuccessCodes.self, statuses).okay)
  }
}

extension Call {
  /// A call to the URL of an upload, with the settings of this call.
  func followUp(
    _ method: HTTPRequest.Method, at url: String?, _ fields: [(HTTPField.Name, String?)]
  ) -> Call<Data> {
    var row = endpoint
    row.method = method
    let options = options
    var call = Call<Data>(row, values, query: query).options { $0 = options }.headers(headers)
    for name in Self.creationFields { call = call.header(name, nil) }
    if let url { call = call.following(url) }
    return call.uploading(fields)
  }

  /// The call with these fields, and without what is meant for the response of the whole upload, or for short requests.
  func uploading(_ fields: [(HTTPField.Name, String?)]) -> Call {
    var call = self
    for (name, value) in fields { call = call.header(name, value) }
    return call.timeout(nil).option(IdleTimeout.self, nil).option(AttemptTimeout.self, nil)
  }

  /// Fields that are about the creation only.
  private static var creationFields: [HTTPField.Name] {
    [
      .contentType, .contentDisposition, .contentEncoding, .contentLanguage, .contentDigest, .representationDigest, .ifMatch,
      .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, Idempotent.keyField,
    ]
  }
}
