public import RefineryCore
import RefineryParts
import Synchronization

/// A call that can be started, paused, resumed, cancelled and watched.
///
/// Nothing is sent before you call ``start()`` or a task waits for the ``value``. The call goes through the same chain and
/// throws the same errors as any other call. ``RefineryCore/Client/controlled(_:pausingStopsClock:)`` makes a controlled call.
///
/// ```swift
/// let download = api.controlled(Report.read(5).data)
/// download.start()
/// download.pause()
/// print(download.state, download.progress.received)
/// download.resume()
/// let bytes = try await download.value
/// ```
///
/// **Pausing** holds the call between two chunks. The transfer itself is not suspended, so the server sees one request and the
/// content arrives complete. A call that is paused before its start sends nothing. A call that is paused between two attempts
/// does not begin the next one. The chunks of a download are not delivered, and the source of an upload is not read. A pause
/// does not affect the bytes that the transport already has. A transport without back-pressure continues to receive, up to
/// `responseLimit`. A transport that cannot stream uploads takes a body in memory or in a file at once. A paused call does not
/// return a value, but it may fail.
///
/// **Time limits.** The time of `timeout` begins as soon as the call is started and not paused. During a later pause, `timeout`
/// and `attemptTimeout` continue to run, unless `pausingStopsClock` is true. `idleTimeout` counts only the time during which
/// the server sends nothing.
///
/// A controlled call that is no longer referenced is cancelled. If middleware continues a request after the end of the call, as
/// a cache does for a validation in the background, that request is neither held back nor cancelled.
public final class ControlledCall<Output: Sendable>: Sendable {
  private let run: ControlledRun<Output>
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let waiting = Atomic(0)

  init(_ run: ControlledRun<Output>) {
    self.run = run
  }

  deinit {
    // Without this handle, nothing can start the call, and tasks that read its updates would wait forever.
    run.gate.abandon()
    cancel()
  }

  // MARK: Controls

  /// Starts the call. If it is paused, it is sent when it is resumed. Has no effect if the call was started before.
  public func start() {
    run.gate.flow.change { flow in
      guard flow.phase == .idle else { return }
      flow.phase = .running
      // The task holds the run but not this handle, because releasing the handle must end the task.
      task.withLock { [run] in $0 = Task { await run.runs() } }
    }
  }

  /// Pauses the call until ``resume()``. No more content is delivered. Has no effect on a call that has ended.
  public func pause() { run.gate.pause() }

  /// Continues a paused call. Has no effect on any other call. It does not start a call.
  public func resume() { run.gate.resume() }

  /// Cancels the call. Tasks that wait for it throw `CancellationError` at once, and the transfer ends.
  ///
  /// Has no effect on a call that has ended or was not started.
  public func cancel() {
    guard run.gate.cancel() else { return }
    run.gate.closeProgress()
    task.withLock { $0 }?.cancel()
  }

  // MARK: State

  /// The state of the call.
  public var state: CallState { run.gate.flow.value.state }

  /// A sequence of the current state of the call, and then of each change until its end. Each access makes a sequence for one
  /// reader. A slow reader may miss states in between, but never misses the last one.
  public var states: AsyncStream<CallState> { run.gate.states }

  /// How many bytes the call has transferred so far.
  public var progress: TransferProgress { run.gate.meter.peek { $0.progress } }

  /// A sequence of the current progress, and then of the latest progress after each change, until the end of the call. Each
  /// access makes a sequence for one reader.
  public var progressUpdates: AsyncStream<TransferProgress> { run.gate.progressUpdates }

  // MARK: Result

  /// Waits for the output. Starts the call if it was not started.
  ///
  /// A cancelled task stops waiting. If no other task waits for the call, the call is cancelled, too.
  ///
  /// - Throws: `CallError`; `CancellationError` when the call or the waiting task is cancelled.
  public var value: Output {
    get async throws { try await reply.value }
  }

  /// The output with the head of the response, the attempts and the time: see ``value``.
  public var reply: Reply<Output> {
    get async throws {
      start()
      waiting.add(1, ordering: .acquiringAndReleasing)
      defer { withExtendedLifetime(self) {} }
      let isOver = await run.gate.flow.first { $0.isOver ? true : nil }
      let others = waiting.subtract(1, ordering: .acquiringAndReleasing).newValue
      guard isOver == nil else { return try run.outcome() }
      if others == 0 { cancel() }
      throw CancellationError()
    }
  }

  /// Waits for the output or the error; a cancelled call fails with `CallError.Kind.cancelled`. See ``value``.
  public var result: Result<Output, CallError> {
    get async {
      do {
        return .success(try await value)
      } catch {
        return .failure(error as? CallError ?? CallError(.sending, run.endpoint, underlying: error))
      }
    }
  }
}

extension Client {
  /// Returns a call that can be started, paused, resumed, cancelled and watched. Nothing is sent yet.
  ///
  /// If `pausingStopsClock` is true, the time during which the call is paused does not count for `timeout`, `attemptTimeout`
  /// and `elapsed`. The chain then sees no deadline; only the call enforces it.
  public func controlled<Output>(_ call: Call<Output>, pausingStopsClock: Bool = false) -> ControlledCall<Output> {
    ControlledCall(ControlledRun(self, call, stopsClock: pausingStopsClock))
  }
}

extension ControlledCall: Redacted {}
