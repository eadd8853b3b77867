import FoundationEssentials
import RefineryCore
import Synchronization

/// The vault failed, or did not return in time. It is not known whether the step took place.
struct VaultUnavailable: SafelyDescribed {
  let cause: any Error
  var description: String { "the vault of shared credentials cannot be used: \(ErrorSummary.text(of: cause))" }
}

/// Uses a vault, limits how long a call waits for it, and reports its failures.
final class VaultAccess: Sendable {
  private struct State {
    var lastReport: Duration?
    /// Whether the last report says that the vault failed. The next success is reported.
    var isReported = false
    var lastSealingReport: Duration?
  }

  private static let reportInterval = Duration.seconds(60)
  private let vault: any CredentialVault
  private let limit: Duration
  private let onFailure: (@Sendable (String?) -> Void)?
  private let state = Mutex(State())

  init(_ vault: any CredentialVault, limit: Duration, onFailure: (@Sendable (String?) -> Void)?) {
    self.vault = vault
    self.limit = max(limit, .milliseconds(1))
    self.onFailure = onFailure
  }

  func checkOut(
    _ name: String, seen: Int64?, lease: Duration, _ clock: CallClock
  ) async throws -> CredentialCheckout {
    try await run(clock) { [vault] in
      try await vault.checkOut(name, seen: seen, lease: lease)
    } late: { [vault] checkout in
      // No call uses this lease, so the other instances must not wait for its end.
      guard case .leased(let lease, _) = checkout else { return }
      try? await vault.fail(lease, because: "the vault granted the lease too late", pause: .zero)
    }
  }

  func extend(_ lease: CredentialLease, by duration: Duration, _ clock: CallClock) async throws -> Bool {
    try await run(clock) { [vault] in try await vault.extend(lease, by: duration) }
  }

  func save(
    _ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease, _ clock: CallClock
  ) async throws -> Bool {
    try await run(clock) { [vault] in
      try await vault.save(data, lifetime: lifetime, retention: retention, under: lease)
    }
  }

  /// Ends a lease after a failure. If the vault cannot be used, the lease ends after its time.
  func fail(_ lease: CredentialLease, because error: any Error, pause: Duration, _ clock: CallClock) async {
    let reason = Self.reason(ErrorSummary.text(of: error))
    try? await run(clock) { [vault] in try await vault.fail(lease, because: reason, pause: pause) }
  }

  /// Returns one line of at most 500 bytes.
  static func reason(_ text: String) -> String {
    var reason = Redaction.escaped(text)
    while reason.utf8.count > 500 { reason.unicodeScalars.removeLast() }
    return reason
  }

  /// Reports an entry that cannot be opened, or a credential that cannot be sealed, at most once a minute.
  func report(_ problem: some SafelyDescribed, _ clock: CallClock) {
    let now = clock.now
    let isDue = state.withLock { state in
      if let last = state.lastSealingReport, now - last < Self.reportInterval { return false }
      state.lastSealingReport = now
      return true
    }
    if isDue { onFailure?(problem.description) }
  }

  /// Runs a step of the vault. The step goes on when the limit is reached or the task is cancelled: then `late` gets its
  /// result.
  ///
  /// - Throws: ``VaultUnavailable``; `CancellationError`.
  private func run<Output: Sendable>(
    _ clock: CallClock, _ step: @escaping @Sendable () async throws -> Output,
    late: @escaping @Sendable (Output) async -> Void = { _ in }
  ) async throws -> Output {
    let wait = FirstResult<Output>()
    Task {
      let result: Result<Output, any Error>
      do { result = .success(try await step()) } catch { result = .failure(error) }
      if !wait.end(with: result), case .success(let output) = result { await late(output) }
    }
    let timer = Task { [limit] in
      try await clock.sleep(untilEndOfLimit: limit)
      _ = wait.end(with: .failure(TimedOut(.vault, limit: limit)))
    }
    defer { timer.cancel() }
    do {
      let output = try await wait.value()
      reportSuccess()
      return output
    } catch {
      if error is CancellationError, Task.isCancelled { throw error }
      let unavailable = VaultUnavailable(cause: error)
      reportFailure(unavailable, clock)
      throw unavailable
    }
  }

  private func reportFailure(_ failure: VaultUnavailable, _ clock: CallClock) {
    let now = clock.now
    let isDue = state.withLock { state in
      if let last = state.lastReport, now - last < Self.reportInterval { return false }
      state.lastReport = now
      state.isReported = true
      return true
    }
    if isDue { onFailure?(failure.description) }
  }

  private func reportSuccess() {
    let isDue = state.withLock { state in
      defer { state.isReported = false }
      return state.isReported
    }
    if isDue { onFailure?(nil) }
  }
}

extension TimedOut.Timer {
  /// The wait for one step of a vault.
  static let vault = TimedOut.Timer("vault")
}

/// The wait of one task for the first of several results.
private final class FirstResult<Output: Sendable>: Sendable {
  private let isOver = Atomic(false)
  private let wait = OneShotContinuation<Output>()

  /// Returns whether this is the first result.
  func end(with result: Result<Output, any Error>) -> Bool {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    wait.resume(with: result)
    return true
  }

  /// Waits for the first result. Cancellation is one.
  func value() async throws -> Output {
    try await wait.value { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
