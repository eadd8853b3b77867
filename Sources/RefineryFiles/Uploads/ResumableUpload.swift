import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts
import Synchronization

/// One run of a resumable upload. It sends the requests that the machine chooses.
struct ResumableUpload<Output: Sendable> {
  let client: Client
  let call: Call<Output>
  let file: UploadFile
  let proto: ResumableProtocol
  let options: UploadOptions
  let policy: Reconnection
  let observing: (@Sendable (UploadResumption) -> Void)?
  private let activity: Activity
  private let reporter: ProgressReporter
  private var machine: UploadMachine
  private var expires: Double?
  private var value: Output?
  private var resumptions = 0
  /// Whether this run continues an earlier one and does not know its offset yet.
  private var isResuming = false

  init(
    client: Client, call: Call<Output>, file: UploadFile, proto: ResumableProtocol, options: UploadOptions,
    policy: Reconnection, observing: (@Sendable (UploadResumption) -> Void)?, progress: (@Sendable (FileProgress) -> Void)?
  ) {
    self.client = client
    self.call = call
    self.file = file
    self.proto = proto
    self.options = options
    self.policy = policy
    self.observing = observing
    let activity = Activity(client.clock)
    self.activity = activity
    reporter = ProgressReporter(total: file.size) { state in
      activity.mark()
      progress?(state)
    }
    machine = UploadMachine(proto, size: file.size)
    machine = makeMachine()
  }

  private func makeMachine(resource: String? = nil) -> UploadMachine {
    var settings = UploadMachine.Settings()
    settings.chunkSize = options.chunkSize ?? (options.digest == nil ? nil : 8 * 1024 * 1024)
    settings.discovers = options.discovers
    settings.createsWithContent = options.createsWithContent
    settings.startsAnew = options.startsAnew
    settings.retries = policy.retries
    settings.isRepeatable =
      client.options(of: call).idempotent
      ?? (call.endpoint.method == .put || call.headers[.idempotencyKeyField] != nil)
    settings.checksum = options.digest.map { ResumableProtocol.checksumName($0.name) }
    return UploadMachine(proto, size: file.size, resource: resource, settings: settings)
  }

  /// Continues an earlier upload.
  mutating func resume(_ resumption: UploadResumption) throws {
    guard resumption.protocol == proto else {
      throw UnusableSettings(of: UploadResumption.self, problems: ["it belongs to the other protocol"])
    }
    guard resumption.size == file.size, resumption.modified == file.modified else {
      throw FileFault(.changed, name: file.url.lastPathComponent)
    }
    if let expires = resumption.expires, expires <= client.clock.date.timeIntervalSince1970 {
      guard options.startsAnew else { throw UploadFault.expired }
      return
    }
    expires = resumption.expires
    isResuming = true
    machine = makeMachine(resource: resumption.url)
  }

  mutating func run() async throws -> UploadReply<Output> {
    while machine.step != .finished {
      try Task.checkCancellation()
      do {
        let exchange = try await exchange()
        if let output = exchange.output { value = output }
        try await take(exchange)
        if machine.mustPause { try await pause() }
      } catch let error as CallError {
        guard machine.failed(failure(of: error)) else { throw error }
        guard machine.mustPause else { continue }
        resumptions += 1
        if machine.resource == nil { forget() }
        try await pause(after: error)
      }
    }
    return UploadReply(value: value, url: machine.resource, size: file.size, resumptions: resumptions)
  }

  /// Passes a response to the machine, and reports the progress.
  private mutating func take(_ exchange: Exchange) async throws {
    do throws(UploadFault) {
      try machine.received(exchange.answer)
    } catch {
      // An upload that breaks the server's limits cannot be completed, so it should not stay on the server.
      switch error {
      case .tooLarge, .tooSmall: await discard(machine.resource)
      default: break
      }
      throw CallError(.mapping, call.endpoint, underlying: error)
    }
    if let seconds = machine.expires {
      expires = seconds
    } else if let age = exchange.answer.limits.maximumAge {
      expires = client.clock.date.timeIntervalSince1970 + Double(age)
    }
    if isResuming {
      guard exchange.isLocated else { return }
      isResuming = false
      reporter.reached(machine.offset, resumed: machine.offset)
    } else {
      reporter.reached(machine.offset)
    }
    if let url = machine.resource {
      observing?(
        UploadResumption(
          protocol: proto, url: url, offset: machine.offset, size: file.size, modified: file.modified, expires: expires))
    }
  }

  private mutating func forget() {
    expires = nil
    isResuming = false
    reporter.reached(0, resumed: 0)
  }

  private func discard(_ url: String?) async {
    guard let url else { return }
    let resumption = UploadResumption(protocol: proto, url: url, offset: 0, size: file.size, modified: file.modified)
    try? await client.discardUpload(resumption, of: call)
  }

  private func failure(of error: CallError) -> UploadMachine.Failure {
    if error.stage == .status, let head = error.response {
      return .status(proto.answer(head), isTemporary: policy.covers(error))
    }
    return policy.covers(error) ? .lost : .final
  }

  /// Waits for the next request.
  private func pause(after error: CallError? = nil) async throws {
    // The machine counts the failures, because not each of them is a lost connection.
    var connections = ConnectionCount(policy, waits: max(0, machine.failures - 1))
    try await client.clock.sleep(for: connections.wait(after: error, random: client.clock.random()))
  }
}

extension ResumableUpload {
  /// The parts of a response that the upload needs.
  fileprivate struct Exchange: Sendable {
    let answer: UploadAnswer
    let output: Output?
    let isLocated: Bool
  }

  /// Sends the request of the current step, and reads the response.
  fileprivate func exchange() async throws -> Exchange {
    let step = machine.step
    let request: Call<Data>
    do {
      request = try await makeCall().withoutTimeLimits
    } catch let fault as FileFault {
      throw CallError(.sending, call.endpoint, underlying: fault)
    }
    let (client, call, machine, proto, activity) = (client, call, machine, proto, activity)
    let limit = client.options(of: call).idleTimeout ?? client.options(of: call).timeout
    let largest = client.options(of: call).responseLimit
    activity.mark()
    return try await activity.watched(within: limit, call.endpoint) {
      let response = try await client.open(request)
      activity.mark()
      var answer = proto.answer(response.head)
      answer.location = answer.location.map(response.absolute)
      let isOutput = machine.completes(answer)
      var data = Data()
      while let chunk = try await response.next() {
        activity.mark()
        guard chunk.count <= largest - data.count else {
          throw response.failure(.sending, BodyError.tooLarge(limit: largest, observed: data.count + chunk.count))
        }
        data.append(chunk)
      }
      var output: Output?
      do {
        if isOutput { output = try response.output(of: call.optional, from: data) }
      } catch {
        throw response.failure(.mapping, error)
      }
      response.finish()
      return Exchange(answer: answer, output: output, isLocated: step == .locate)
    }
  }

  private func makeCall() async throws -> Call<Data> {
    var request = UploadRequest(step: machine.step, size: file.size)
    request.contentType = options.contentType
    request.filename = options.filename ?? file.url.lastPathComponent
    let known = ["filename": request.filename, "filetype": options.contentType]
    request.metadata = ResumableProtocol.metadata(known.merging(options.metadata) { $1 })
    switch machine.step {
    case .discover:
      return try inner(call.followUp(.options, at: creationURL(), proto.fields(of: request)))
    case .locate, .finished:
      return inner(call.followUp(.head, at: machine.resource, proto.fields(of: request)))
    case .create(let range):
      request.digest = try await digest(of: range)
      // The row of the call declares the success codes, and whether the request may be repeated.
      let creation = call.data.body(content(range), contentType: options.contentType).fields(proto.fields(of: request))
      return machine.isLast ? creation : creation.options { $0.acceptedMediaTypes = [] }
    case .append(let range):
      request.digest = try await digest(of: range)
      let patch = call.followUp(.patch, at: machine.resource, proto.fields(of: request)).options { $0.idempotent = false }
      let filled = patch.body(content(range), contentType: "application/octet-stream")
      return machine.isLast && proto == .ietf ? filled : inner(filled)
    }
  }

  /// Returns the absolute URL of the request that creates the upload. It may come from a link or a router of the call.
  private func creationURL() throws -> String {
    let head = try client.makeRequest(for: call.data.body(Body.empty)).head
    return "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
  }

  /// Returns a call for a request whose response is not that of the row.
  private func inner(_ call: Call<Data>) -> Call<Data> {
    call.options {
      $0.successCodes = StatusSet(200...299)
      $0.acceptedMediaTypes = []
    }
  }

  private func content(_ range: Range<Int>) -> Body {
    range.isEmpty ? .empty : file.body(range).reporting(to: reporter, from: range.lowerBound)
  }

  private func digest(of range: Range<Int>) async throws -> (name: String, value: Data)? {
    guard let digest = options.digest, machine.sendsDigests, !range.isEmpty else { return nil }
    return (digest.name, try await file.digest(of: range, by: digest))
  }
}

/// When an upload last made progress.
private final class Activity: Sendable {
  private let clock: CallClock
  private let last: Mutex<Duration>

  init(_ clock: CallClock) {
    self.clock = clock
    last = Mutex(clock.now)
  }

  func mark() { last.withLock { $0 = clock.now } }

  /// Runs work that must make progress. Throws if the work makes no progress for `limit`.
  func watched<Value: Sendable>(
    within limit: Duration?, _ row: Endpoint, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let limit else { return try await work() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      group.addTask {
        while true {
          let quiet = self.clock.now - self.last.withLock { $0 }
          if quiet >= limit { throw CallError(.sending, row, underlying: TimedOut(.idle, limit: limit)) }
          try await self.clock.sleep(untilEndOfLimit: limit - quiet)
        }
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
