import HTTPTypes
import Synchronization

/// Numbers the calls of a client and its copies, and tracks those under way for ``Client/shutdown(grace:)``.
final class CallRegistry: Sendable {
  private struct State {
    /// New calls are refused.
    var isClosed = false
    /// The grace is over: calls under way are cancelled.
    var isForced = false
    var calls: [UInt64: CallTask] = [:]
    /// The responses whose bodies have not ended.
    var responses: Set<UInt64> = []
    var waiting: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { calls.isEmpty && responses.isEmpty }

    func contains(_ id: UInt64) -> Bool { calls[id] != nil || responses.contains(id) }
  }

  /// The ids of the entries that the current task is part of. A call within another call, such as a login, is part of that
  /// call. It is admitted during the grace, because the outer call could not end without it.
  @TaskLocal static var outer: [UInt64] = []
  /// The last id. No two entries in the process have the same id.
  private static let ids = Atomic<UInt64>(0)

  private let last = Atomic<UInt64>(0)
  private let tracks = Atomic(false)
  /// How many calls under way are not tracked, because they began before tracking.
  private let untracked = Atomic(0)
  private let state = Mutex(State())

  /// Whether no call is under way. After the grace, an untracked call does not count, because it cannot be cancelled.
  private func isDrained(_ state: State) -> Bool {
    state.isEmpty && (state.isForced || untracked.load(ordering: .sequentiallyConsistent) == 0)
  }

  /// Returns the continuations that ``drain()`` has stored, if the registry is closed and no call is under way; otherwise an
  /// empty list.
  private func drained(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    guard state.isClosed, isDrained(state) else { return [] }
    defer { state.waiting = [] }
    return state.waiting
  }

  /// Returns the number of the next call.
  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }

  /// Whether calls are tracked. False until a shutdown is prepared or begins. So a client that is never shut down has no extra
  /// cost.
  var isTracking: Bool { tracks.load(ordering: .acquiring) }
  func startTracking() { tracks.store(true, ordering: .sequentiallyConsistent) }

  /// Counts a call and returns true, unless calls are tracked. The caller must then call ``ends()``.
  func begins() -> Bool {
    guard !isTracking else { return false }
    untracked.add(1, ordering: .sequentiallyConsistent)
    // A shutdown that begins now sees the count, or this code sees the shutdown.
    guard tracks.load(ordering: .sequentiallyConsistent) else { return true }
    ends()
    return false
  }

  /// Ends the count of ``begins()``.
  func ends() {
    guard untracked.subtract(1, ordering: .sequentiallyConsistent).newValue == 0,
      tracks.load(ordering: .sequentiallyConsistent)
    else { return }
    for continuation in state.withLock({ drained(&$0) }) { continuation.resume() }
  }

  /// Whether calls under way have been cancelled.
  var isForced: Bool { isTracking && state.withLock { $0.isForced } }

  /// Adds a call.
  ///
  /// - Parameters:
  ///   - task: the task of the call; nil for a response whose body has not ended.
  ///   - holder: an entry that the call is part of.
  ///   - phase: the phase of the error.
  /// - Throws: `TransportError` of code `closed` after the shutdown has begun. A call that is part of a call under way is
  ///   admitted until the grace is over.
  fileprivate func enter(_ task: CallTask?, partOf holder: UInt64? = nil, in phase: TransportError.Phase = .beforeSending)
    throws(TransportError) -> UInt64
  {
    let outer = Self.outer
    let id = Self.ids.add(1, ordering: .relaxed).newValue
    let isAdmitted = state.withLock { state in
      var isAdmitted = !state.isClosed
      if state.isClosed, !state.isForced {
        isAdmitted = holder.map(state.contains) ?? false || outer.contains(where: state.contains)
      }
      guard isAdmitted else { return false }
      if let task {
        state.calls[id] = task
      } else {
        state.responses.insert(id)
      }
      return true
    }
    guard isAdmitted else { throw Self.closed(phase) }
    return id
  }

  /// Removes a call. Does nothing if it has been removed.
  fileprivate func leave(_ id: UInt64) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.calls[id] = nil
      state.responses.remove(id)
      return drained(&state)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Runs work in a child task. A shutdown waits for the task and can cancel it.
  fileprivate func run<Output: Sendable>(
    _ task: CallTask, as id: UInt64, _ work: @Sendable () async throws -> Output
  ) async throws -> Output {
    defer { leave(id) }
    async let output = Self.$outer.withValue(Self.outer + [id]) { try await task.run(work) }
    return try await output
  }

  /// Refuses new calls.
  func close() {
    startTracking()
    state.withLock { $0.isClosed = true }
  }

  /// Waits until no call is under way.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state -> Bool in
        let isDrained = self.isDrained(state)
        if !isDrained { state.waiting.append(continuation) }
        return isDrained
      }
      if isDrained { continuation.resume() }
    }
  }

  /// Cancels the calls under way. A body that is not being read at the moment has no task to cancel; its next read throws.
  func cancelAll() {
    let (tasks, waiting) = state.withLock { state -> ([CallTask], [CheckedContinuation<Void, Never>]) in
      state.isForced = true
      state.responses = []
      return (Array(state.calls.values), drained(&state))
    }
    for task in tasks { task.cancel() }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns the error of a call that a shutdown refuses or ends.
  static func closed(_ phase: TransportError.Phase) -> TransportError {
    TransportError(.closed, phase: phase, reason: "the client was shut down")
  }
}

/// The task of a call, which can be cancelled while it runs. The caller's own task is not cancelled.
private final class CallTask: Sendable {
  /// Unchecked: it is used only for `cancel()`, which may be called from any task while this task lives.
  private struct Reference: @unchecked Sendable { let task: UnsafeCurrentTask }

  private struct State {
    var isCancelled = false
    /// The task while it runs. One lock protects cancelling and removing it, and it is removed before it ends. So a task that
    /// is cancelled here is still alive.
    var running: Reference?
  }

  private let cancellation = OnceFlag()
  private let state = Mutex(State())

  func run<Output: Sendable>(_ work: @Sendable () async throws -> Output) async throws -> Output {
    withUnsafeCurrentTask { task in
      guard let task else { return }
      let reference = Reference(task: task)
      state.withLock { state in
        state.running = reference
        if state.isCancelled { reference.task.cancel() }
      }
    }
    defer { state.withLock { $0.running = nil } }
    return try await work()
  }

  /// Cancels the task. Only the first call has an effect. The task's cancellation handlers run within this method, under the
  /// lock, and may shut down the same client. Without the flag, the lock would then be taken again.
  func cancel() {
    guard cancellation.claim() else { return }
    state.withLock { state in
      state.isCancelled = true
      state.running?.task.cancel()
    }
  }
}

/// A response whose body has not ended. The entry ends when the first reading of the body ends, or when the body is released.
private final class OpenResponse: Sendable {
  private let registry: CallRegistry
  private let id: UInt64

  fileprivate init(_ registry: CallRegistry) throws(TransportError) {
    self.registry = registry
    id = try registry.enter(nil, in: .receiving)
  }

  func end() { registry.leave(id) }

  deinit { end() }

  /// One reading of the body. It ends the entry when it is released: at the end of the body, after a failure, and when the
  /// reader stops. The caller may keep the response longer.
  final class Reading: Sendable {
    private let response: OpenResponse

    init(_ response: OpenResponse) { self.response = response }

    /// Reads a chunk.
    func run<Output: Sendable>(_ work: @escaping @Sendable () async throws -> Output) async throws -> Output {
      defer { withExtendedLifetime(self) {} }
      let (registry, task) = (response.registry, CallTask())
      return try await registry.run(task, as: try registry.enter(task, partOf: response.id, in: .receiving), work)
    }

    deinit { response.end() }
  }
}

extension Client {
  /// Runs the work of a call. After ``prepareForShutdown()``, a shutdown waits for it and can cancel it.
  func tracked<Output: Sendable>(
    _ request: Request, _ work: @Sendable () async throws -> Output
  ) async throws -> Output {
    let task = CallTask()
    let id: UInt64
    do {
      id = try calls.enter(task)
    } catch {
      throw reporting(error, of: request)
    }
    return try await calls.run(task, as: id, work)
  }

  /// Returns the response. If its body is a stream and calls are tracked, a shutdown waits for the end of the body and can
  /// cancel each wait for a chunk. Call this only within ``tracked(_:_:)``.
  func tracked(_ response: Response) throws -> Response {
    guard calls.isTracking, case .stream = response.body.storage else { return response }
    let open = try OpenResponse(calls)
    var response = response
    response.body = response.body.streamed { iterator in
      let (chunks, reading) = (ChunkReading(iterator), OpenResponse.Reading(open))
      return Body.Iterator { try await reading.run { try await chunks.next() } }
    }
    return response
  }

  /// Returns the error of a call whose task was cancelled, by the caller or by a shutdown.
  func cancelled(_ request: Request, _ response: HTTPResponse? = nil) -> any Error {
    guard calls.isForced else { return CancellationError() }
    return CallError(
      .sending, request.endpoint, request: request, response: response,
      underlying: CallRegistry.closed(response == nil ? .waiting : .receiving))
  }
}
