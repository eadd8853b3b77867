#if Curl
  import CCurl
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// One request under way. It resumes its caller once, with the first result: the response, a failure, a limit, or
  /// cancellation.
  ///
  /// The loop retains it from `start` to `finished`, and once for each posted signal until the signal is handled. A cancelled
  /// caller is resumed at once; the loop then removes the transfer from libcurl.
  final class Transfer: Sendable {
    private struct State {
      // The code that removes the continuation resumes it. A checked continuation would cost one allocation for each request.
      var continuation: UnsafeContinuation<Void, any Error>?
      var early: (any Error)?
      var isStarted = false
      var isOver = false
      /// Whether the loop has set the times of the transfer and will not change them.
      var hasTimes = false
      var upload: Task<Void, Never>?
    }

    // CCurl.h documents which thread may use it when.
    nonisolated(unsafe) let wire: UnsafeMutablePointer<refinery_transfer>
    private let loop: Loop
    private let slot: OriginLimiter.Slot
    private let buffer: ChunkBuffer?
    private let content: Content
    private let options: Options
    private let state = Mutex(State())

    private init(
      _ wire: UnsafeMutablePointer<refinery_transfer>, on loop: Loop, slot: OriginLimiter.Slot, content: Content,
      options: Options
    ) {
      self.wire = wire
      self.loop = loop
      self.slot = slot
      self.content = content
      self.options = options
      if case .streamed(let size) = options.delivery {
        let relay = Relay()
        buffer = ChunkBuffer(capacity: size) { relay.transfer?.post(REFINERY_READER_READY) }
        relay.transfer = self
      } else {
        buffer = nil
      }
      wire.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Creates a transfer for a request. `left` is the time until the request's deadline.
    // This is a function, because an initializer would copy the request.
    static func make(
      of request: Request, left: Duration?, on loop: Loop, slot: OriginLimiter.Slot
    ) throws(TransportError) -> Transfer {
      guard let wire = refinery_transfer_make() else { throw outOfMemory }
      let transfer = Transfer(wire, on: loop, slot: slot, content: .of(request), options: request.options)
      let (content, options) = (transfer.content, transfer.options)
      try content.describe(in: wire)
      wire.pointee.is_streamed = transfer.buffer != nil
      wire.pointee.follows_redirects = RedirectContent(request).isFollowed
      wire.pointee.can_repeat = !content.isStream
      wire.pointee.may_resend = request.isIdempotent && !content.isStream
      if let limit = request.responseLimit { wire.pointee.limit = Int64(max(limit, 0)) }
      if let left { wire.pointee.deadline = Int64(AlarmClock.nanoseconds(left)) }
      wire.pointee.deadline_ends_with_head = request.context.limitsOnlyHead
      if let idle = options.idleTimeout { wire.pointee.idle = Int64(AlarmClock.nanoseconds(idle)) }
      guard wire.takeHead(of: request) else { throw outOfMemory }
      return transfer
    }

    deinit { refinery_transfer_free(wire) }

    static func borrowed(_ owner: UnsafeMutableRawPointer?) -> Transfer? {
      owner.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: From the caller

    /// Starts the transfer on the loop, or resumes the caller if the transfer has already ended.
    func start(_ continuation: UnsafeContinuation<Void, any Error>) {
      let early = state.withLock { state -> (any Error)? in
        if let early = state.early { return early }
        state.continuation = continuation
        state.isStarted = true
        return nil
      }
      if let early {
        slot.leave()
        return continuation.resume(throwing: early)
      }
      let held = Unmanaged.passRetained(self)
      switch refinery_transfer_start(loop.handle, wire) {
      case REFINERY_STARTED: break
      // `finished` releases the reference of that signal.
      case REFINERY_STARTED_BY_SIGNAL: held.release()
      default:
        held.release()
        wire.pointee.fault = Int32(REFINERY_CLOSED.rawValue)
        return finished()
      }
      if case .stream(let source) = content { sends(source) }
    }

    /// Ends the transfer because its caller is cancelled. If attempts have a time limit, the cancellation may come from that
    /// limit. The error of the attempt then needs the phase and the times, which only the loop knows, so the caller resumes
    /// when the loop has removed the transfer.
    func cancel() {
      let endsInLoop = state.withLock { $0.isStarted && $0.continuation != nil } && options.attemptTimeout != nil
      if endsInLoop { post(REFINERY_CANCEL) } else { end(with: CancellationError()) }
    }

    /// Ends the transfer with an error that does not come from the loop. Later events have no effect.
    func end(with error: any Error) {
      let (isFirst, last) = state.withLock { state -> (Bool, State) in
        guard !state.isOver else { return (false, state) }
        if !state.isStarted { state.early = error }
        state.isOver = true
        defer { state.continuation = nil }
        return (true, state)
      }
      guard isFirst else { return }
      if last.isStarted { post(REFINERY_CANCEL) }
      last.upload?.cancel()
      content.close()
      buffer?.end(error)
      last.continuation?.resume(throwing: error)
    }

    /// The times of the phases; nil if the caller was cancelled before the loop reported them.
    var times: AttemptTimes? { state.withLock { $0.hasTimes } ? wire.times(after: slot.waited) : nil }

    /// Returns the response once its head has arrived. A body that is not streamed is complete by then.
    func response() throws -> Response {
      guard let head = loop.heads.read(wire) else {
        let error = TransportError(
          .malformedResponse, phase: .waiting, reason: "the head is not a valid HTTP head, or has too many fields")
        end(with: error)
        throw error
      }
      var response = Response(head: head.response, body: buffer.map(body) ?? wire.takeBody())
      if let error = wire.excess {
        let received = response.body.data ?? Data()
        let status = response.head.status.code
        guard let cut = CutContent.body(received, then: error, status: status, of: options) else { throw error }
        response.body = cut
      }
      if wire.isLeft { response.head = RedirectContent.left(response.head) }
      response.version = head.version
      return response
    }

    private func body(of buffer: ChunkBuffer) -> Body {
      Body(ResponseStream(buffer) { [weak self] in self?.end(with: CancellationError()) })
    }

    func post(_ signal: refinery_signal) {
      let held = Unmanaged.passRetained(self)
      if !refinery_transfer_post(loop.handle, wire, Int32(signal.rawValue)) { held.release() }
    }

    private func sends(_ source: UploadSource) {
      let upload = Task { [self] in
        do {
          try await source.pump { isEmpty in
            if isEmpty { wire.pointee.is_content_empty = true }
            post(REFINERY_CONTENT_READY)
          }
        } catch {
          end(with: error)
        }
      }
      let isOver = state.withLock { state in
        state.upload = upload
        return state.isOver
      }
      if isOver { upload.cancel() }
    }

    // MARK: From the loop's thread

    func headArrives() {
      let continuation = state.withLock { state in
        state.hasTimes = true
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume()
    }

    func arrives(_ bytes: UnsafeRawPointer?, _ count: Int) -> refinery_receipt {
      guard let bytes, let buffer else { return REFINERY_TAKEN }
      return buffer.push(Data(bytes: bytes, count: count)) ? REFINERY_TAKEN : REFINERY_TAKEN_AND_FULL
    }

    func provide(_ bytes: UnsafeMutableRawPointer?, _ capacity: Int, from offset: Int64) -> Int {
      guard let bytes else { return Int(REFINERY_ABORT) }
      return content.provide(bytes, capacity, from: Int(offset))
    }

    /// The last call from the loop.
    func finished() {
      slot.leave()
      let error = wire.failure(options)
      let (isFirst, last) = state.withLock { state -> (Bool, State) in
        let isFirst = !state.isOver
        state.isOver = true
        state.hasTimes = true
        defer {
          state.continuation = nil
          state.upload = nil
        }
        return (isFirst, state)
      }
      last.upload?.cancel()
      content.close()
      guard isFirst else { return }
      buffer?.end(error)
      if let error { last.continuation?.resume(throwing: error) } else { last.continuation?.resume() }
    }

    static var outOfMemory: TransportError { TransportError(.other, phase: .beforeSending, reason: "out of memory") }
  }

  /// A weak reference to a transfer.
  private final class Relay: Sendable {
    private struct Reference { weak var transfer: Transfer? }
    private let reference = Mutex(Reference())

    var transfer: Transfer? {
      get { reference.withLock { $0.transfer } }
      set { reference.withLock { $0.transfer = newValue } }
    }
  }
#endif
