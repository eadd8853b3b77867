package import FoundationEssentials
package import RefineryCore
import RefineryParts
import Synchronization

/// A vault in the memory of one process, for tests of code that shares credentials. It never forgets an identity.
package final class MemoryCredentialVault: CredentialVault {
  private struct Stored {
    let version: Int64
    let data: Data
    let lifetime: Duration?
    let end: Duration?
    let removal: Duration?

    func entry(at now: Duration) -> CredentialEntry? {
      if let removal, removal <= now { return nil }
      return CredentialEntry(version: version, data: data, remaining: end.map { $0 - now })
    }
  }

  private struct Slot {
    var stored: Stored?
    /// The token and the end of the current lease.
    var lease: (token: Int64, end: Duration)?
    var failure: (reason: String, end: Duration)?
  }

  private struct State {
    var slots: [ExactText: Slot] = [:]
    var lastToken: Int64 = 0
  }

  private let state = Mutex(State())
  private let clock: CallClock

  /// Creates an empty vault that measures durations by a clock.
  package init(clock: CallClock = .continuous) { self.clock = clock }

  /// All bytes that the vault keeps: of names, entries and reasons.
  package var contents: [Data] {
    state.withLock { state in
      state.slots.flatMap { name, slot in
        [Data(name.text.utf8)] + (slot.stored.map { [$0.data] } ?? []) + (slot.failure.map { [Data($0.reason.utf8)] } ?? [])
      }
    }
  }

  package func checkOut(_ identity: String, seen: Int64?, lease: Duration) async throws -> CredentialCheckout {
    let now = clock.now
    return state.withLock { state in
      var slot = state.slots[ExactText(identity)] ?? Slot()
      let entry = slot.stored?.entry(at: now)
      if let entry, entry.version != seen, CredentialEntry.isUsable(remaining: entry.remaining, of: slot.stored?.lifetime) {
        return .entry(entry)
      }
      if let failure = slot.failure, failure.end > now { return .failed(reason: failure.reason, for: failure.end - now) }
      if let held = slot.lease, held.end > now { return .held(for: held.end - now) }
      state.lastToken += 1
      slot.lease = (state.lastToken, now + lease)
      state.slots[ExactText(identity)] = slot
      return .leased(CredentialLease(identity: identity, token: state.lastToken), entry)
    }
  }

  package func extend(_ lease: CredentialLease, by duration: Duration) async throws -> Bool {
    let end = clock.now + duration
    return change(lease) { $0.lease = (lease.token, end) }
  }

  package func save(
    _ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease
  ) async throws -> Bool {
    let now = clock.now
    return change(lease) { slot in
      slot.stored = Stored(
        version: lease.token, data: data, lifetime: lifetime, end: lifetime.map { now + $0 },
        removal: retention.map { now + $0 })
      slot.lease = nil
    }
  }

  package func fail(_ lease: CredentialLease, because reason: String, pause: Duration) async throws {
    let end = clock.now + pause
    _ = change(lease) { slot in
      slot.lease = nil
      slot.failure = (reason, end)
    }
  }

  /// Changes the slot of the current lease. Returns false for any other lease.
  private func change(_ lease: CredentialLease, _ body: (inout Slot) -> Void) -> Bool {
    state.withLock { state in
      guard var slot = state.slots[ExactText(lease.identity)], slot.lease?.token == lease.token else { return false }
      body(&slot)
      state.slots[ExactText(lease.identity)] = slot
      return true
    }
  }
}

extension MemoryCredentialVault: Redacted {}
