import RefineryCore
import Synchronization

/// Uses a ``CacheStore``, and limits how long a call waits for it.
///
/// A call waits for a read or a change until a limit of milliseconds. After that the call continues, and the work ends in the
/// background. Until the store is fast again, no call waits for it. One operation at a time tests the store; the others are
/// left out. This applies to reads and changes separately, because a locked file can often still be read.
///
/// A removal is never left out. Until it has ended, no response of its target is returned.
final class StoreAccess: Sendable {
  /// The responses that a removal concerns: those of a target, or of one identity of the target.
  struct Removal: Hashable {
    let target: String
    let identity: String?
  }

  enum Outcome<Output: Sendable>: Sendable {
    case ended(Output)
    case failed
    /// The work continues in the background.
    case late
    case leftOut
  }

  private struct Lane {
    /// Whether the last piece of work took longer than the limit.
    var isSlow = false
    var workUnderWay = 0
    /// When the last failure was reported.
    var lastReport: Duration?
  }

  private enum Kind {
    case read
    case change
  }

  private struct State {
    private var lanes: [Kind: Lane] = [:]
    /// The removals that wait for the end of slow work.
    var removals: Set<Removal> = []
    /// The number of removals and changes of each target that have not ended. Until then, its responses are not returned.
    var pending: [String: Int] = [:]

    subscript(kind: Kind) -> Lane {
      get { lanes[kind, default: Lane()] }
      set { lanes[kind] = newValue }
    }
  }

  /// Beyond this number, work is left out, so that a slow store does not collect responses in memory.
  private static let maximumWork = 64
  private static let reportInterval = Duration.seconds(60)

  let store: any CacheStore
  private let limit: Duration
  private let onFailure: (@Sendable (any Error) -> Void)?
  private let state = Mutex(State())

  init(_ store: any CacheStore, limit: Duration, onFailure: (@Sendable (any Error) -> Void)?) {
    self.store = store
    self.limit = max(.milliseconds(1), limit)
    self.onFailure = onFailure
  }

  /// Uses another store with the same settings.
  func with(_ store: any CacheStore) -> StoreAccess { StoreAccess(store, limit: limit, onFailure: onFailure) }

  /// Returns the responses of a key; none if the store does not return them in time.
  func responses(for key: CacheKey, in context: CallContext) async -> [StoredResponse] {
    guard !isPending(key.target) else { return [] }
    let outcome = await run(.read, in: context) { [store] in try await store.responses(for: key) }
    // A change of the target may have begun during the read.
    guard case .ended(let found) = outcome, !isPending(key.target) else { return [] }
    return found
  }

  /// Changes the store.
  ///
  /// - Parameter outdated: the key of responses that the change replaces. They are not returned during the change. If the
  ///   change fails or is left out, they are removed.
  func change(
    replacing outdated: CacheKey?, in context: CallContext,
    _ work: @escaping @Sendable (any CacheStore) async throws -> Bool
  ) async -> Outcome<Bool> {
    if let outdated { begin(outdated.target) }
    let outcome = await run(.change, in: context) { [self] in
      defer { if let outdated { end(outdated.target) } }
      do {
        return try await work(store)
      } catch {
        if let outdated { try? await store.remove(outdated) }
        throw error
      }
    }
    if case .leftOut = outcome, let outdated {
      await remove(Removal(target: outdated.target, identity: outdated.identity), in: context)
      end(outdated.target)
    }
    return outcome
  }

  /// Removes responses. They are not returned from now on, even if the removal ends later.
  func remove(_ removal: Removal, in context: CallContext) async {
    let waits = state.withLock { state in
      guard state[.change].isSlow, state[.change].workUnderWay > 0 else {
        state.pending[removal.target, default: 0] += 1
        return false
      }
      if state.removals.insert(removal).inserted { state.pending[removal.target, default: 0] += 1 }
      return true
    }
    guard !waits else { return }
    _ = await run(.change, in: context, isOptional: false) { [self] in try await perform(removal) }
  }

  private func perform(_ removal: Removal) async throws {
    defer { end(removal.target) }
    if let identity = removal.identity {
      try await store.remove(CacheKey(target: removal.target, identity: identity))
    } else {
      try await store.removeAll(target: removal.target)
    }
  }

  private func isPending(_ target: String) -> Bool { state.withLock { $0.pending[target] != nil } }

  private func begin(_ target: String) { state.withLock { $0.pending[target, default: 0] += 1 } }

  private func end(_ target: String) {
    state.withLock { state in
      let count = (state.pending[target] ?? 1) - 1
      state.pending[target] = count > 0 ? count : nil
    }
  }
}

// MARK: - Limits

extension StoreAccess {
  /// Runs work. Cancelling the call does not stop it, because an invalid response must not stay.
  private func run<Output: Sendable>(
    _ kind: Kind, in context: CallContext, isOptional: Bool = true,
    _ work: @escaping @Sendable () async throws -> Output
  ) async -> Outcome<Output> {
    let clock = context.clock
    if store.returnsPromptly {
      let result = await result(of: work)
      report(result, kind, clock)
      return Outcome(result)
    }
    let isTrial = state.withLock { state -> Bool? in
      let (isSlow, count) = (state[kind].isSlow, state[kind].workUnderWay)
      guard !isOptional || count < (isSlow ? 1 : Self.maximumWork) else { return nil }
      state[kind].workUnderWay += 1
      return isSlow
    }
    guard let isTrial else { return .leftOut }
    let wait = isTrial ? .zero : min(limit, context.deadline?.remaining ?? limit)
    let start = clock.now
    return await withCheckedContinuation { continuation in
      let first = FirstOutcome(continuation)
      let timer = Task { [self] in
        if wait > .zero { try? await clock.sleep(untilEndOfLimit: wait) }
        guard !Task.isCancelled, first.resume(.late), wait == limit else { return }
        state.withLock { $0[kind].isSlow = true }
        report(Result<Output, any Error>.failure(TimedOut(.cacheStore, limit: limit)), kind, clock)
      }
      Task { [self] in
        let result = await result(of: work)
        timer.cancel()
        if clock.now - start <= limit, (try? result.get()) != nil { state.withLock { $0[kind].isSlow = false } }
        report(result, kind, clock)
        _ = first.resume(Outcome(result))
        await endWork(kind)
      }
    }
  }

  private func result<Output: Sendable>(of work: () async throws -> Output) async -> Result<Output, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  /// Performs the removals that have waited for the end of a change.
  private func endWork(_ kind: Kind) async {
    while let next = state.withLock({ state -> Removal? in
      if kind == .change, let next = state.removals.popFirst() { return next }
      state[kind].workUnderWay -= 1
      return nil
    }) {
      try? await perform(next)
    }
  }

  /// Reports a failure, unless one of this kind was reported in the last minute.
  private func report<Output>(_ result: Result<Output, any Error>, _ kind: Kind, _ clock: CallClock) {
    guard let onFailure, case .failure(let error) = result, !(error is CancellationError) else { return }
    let isNew = state.withLock { state in
      let now = clock.now
      if let last = state[kind].lastReport, now - last < Self.reportInterval { return false }
      state[kind].lastReport = now
      return true
    }
    if isNew { onFailure(error) }
  }
}

extension StoreAccess.Outcome {
  fileprivate init(_ result: Result<Output, any Error>) {
    switch result {
    case .success(let output): self = .ended(output)
    case .failure: self = .failed
    }
  }
}

extension TimedOut.Timer {
  /// The wait of a call for the store of its cache.
  static let cacheStore = TimedOut.Timer("cache store")
}

/// Resumes a continuation once, with the first outcome.
private final class FirstOutcome<Output: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<StoreAccess.Outcome<Output>, Never>?>

  init(_ continuation: CheckedContinuation<StoreAccess.Outcome<Output>, Never>) { self.continuation = Mutex(continuation) }

  /// Returns whether this is the first outcome.
  func resume(_ outcome: StoreAccess.Outcome<Output>) -> Bool {
    guard let continuation = continuation.withLock({ $0.take() }) else { return false }
    continuation.resume(returning: outcome)
    return true
  }
}
