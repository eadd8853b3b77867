import Synchronization

/// A call in hand: to be started, paused, resumed, cancelled and watched.
///
/// Cold: nothing is sent before ``start()``, or before somebody waits for its ``value``. It goes through the same chain as
/// any other call and fails as any other does. ``Client/controlled(_:pausingStopsClock:)`` makes one.
///
/// ```swift
/// let download = api.controlled(Report.read(5).data)
/// download.start()
/// download.pause()
/// print(download.state, download.progress.fractionReceived ?? 0)
/// download.resume()
/// let bytes = try await download.value
/// ```
///
/// **A pause** holds the call between two chunks and never asks the engine to suspend, so the server sees one request and
/// the content arrives whole. Paused before it starts, nothing is sent; paused between two attempts, the next one waits. A
/// download's chunks are not handed on, an upload's source is not read. What has left for the wire is not called back: a
/// transport without back-pressure goes on receiving into a buffer that is bounded by ``ResponseLimit``, and one that cannot
/// stream uploads takes what is in memory or in a file at once. A call does not finish with a value while it is paused, but
/// may fail.
///
/// **Limits of time.** ``Timeout`` begins when the call is let go, not while it is held before that. It runs on during a
/// later pause, and so does ``AttemptTimeout``, unless the clock is told to stop. ``IdleTimeout`` is about the server's
/// silence alone.
///
/// **Letting go** of a controlled call cancels it, so none runs on unseen.
public final class ControlledCall<Output: Sendable>: Sendable {
  private let run: ControlledRun<Output>
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let waiting = Atomic(0)

  init(_ run: ControlledRun<Output>) {
    self.run = run
  }

  deinit {
    // Without this handle nobody can start it any more, and those who follow it would wait for ever.
    run.gate.abandon()
    cancel()
  }

  // MARK: Controls

  /// Starts the call; where it is paused it is sent once it is resumed. Nothing happens to one that has been started.
  public func start() {
    run.gate.flow.change { flow in
      guard flow.phase == .idle else { return }
      flow.phase = .running
      // The task holds the run, not this handle: letting go of the handle must be able to end it.
      task.withLock { [run] in $0 = Task { await run.runs() } }
    }
  }

  /// Holds the call until ``resume()``: from now on nothing more is handed on. Nothing happens to one that is over.
  public func pause() { run.gate.pause() }

  /// Lets a paused call go on. Nothing happens to any other; one that has not been started still has to be.
  public func resume() { run.gate.resume() }

  /// Ends the call: whoever waits gets `CancellationError` at once, and the connection is closed.
  ///
  /// Nothing happens to a call that is over or has not been started.
  public func cancel() {
    guard run.gate.cancel() else { return }
    run.gate.closeProgress()
    task.withLock { $0 }?.cancel()
  }

  /// The same call once more, from its beginning and started: another request.
  public func restarted() -> ControlledCall {
    let copy = ControlledCall(run.renewed())
    copy.start()
    return copy
  }

  // MARK: What it is doing

  /// Where the call is.
  public var state: CallState { run.gate.flow.value.state }

  /// Where the call is, and then each change to its end.
  public var states: Updates<CallState> { run.gate.states }

  /// How much was moved so far. Costs no more than a look.
  public var progress: TransferProgress { run.gate.meter.peek { $0.progress } }

  /// How much was moved, and then the latest whenever it changes, to the end of the call.
  public var progressUpdates: Updates<TransferProgress> { run.gate.progressUpdates }

  // MARK: What comes of it

  /// The output, once it is there. Starts the call if that has not been done.
  ///
  /// A task that is cancelled while it waits stops waiting; where no other waits, the call is cancelled with it.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the call or the waiting task is cancelled.
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

  /// The output or the error, once it is there; a cancelled call fails with ``CallError/Kind/cancelled``. See ``value``.
  public var result: Result<Output, CallError> {
    get async {
      do {
        return .success(try await value)
      } catch {
        return .failure(CallError.wrapping(error, endpoint: run.endpoint))
      }
    }
  }
}

extension Client {
  /// A call in hand, to be started, paused, resumed, cancelled and watched. Nothing is sent yet.
  ///
  /// With `pausingStopsClock` the time during which the call is paused does not count for ``Timeout``, ``AttemptTimeout`` and
  /// `elapsed`. The chain then sees no deadline; only the call enforces it.
  public func controlled<Output>(_ call: Call<Output>, pausingStopsClock: Bool = false) -> ControlledCall<Output> {
    ControlledCall(ControlledRun(self, call, stopsClock: pausingStopsClock))
  }
}
