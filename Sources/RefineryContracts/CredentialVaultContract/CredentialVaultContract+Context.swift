import FoundationEssentials
import RefineryAuth
import RefineryCore
import RefineryTesting

extension CredentialVaultContract {
  /// The vault of a check, and what the check expects of it.
  struct Context: Sendable {
    /// A duration that passes only when the check waits for it.
    static let long = Duration.seconds(600)

    let check: String
    let vault: any CredentialVault
    let advance: (@Sendable (Duration) async throws -> Void)?
    /// The name of an entry that only this check uses.
    let name = "contract \(UInt64.random(in: .min ... .max))"

    /// A duration whose end the check waits for.
    var short: Duration { advance == nil ? .milliseconds(200) : .seconds(60) }

    func expect(_ condition: Bool, _ expected: String, saw seen: String = "something else") throws {
      guard condition else { throw ContractViolation(rule: check, expected: expected, seen: seen) }
    }

    func checkOut(
      _ name: String? = nil, seen: Int64? = nil, lease: Duration = Context.long
    ) async throws -> CredentialCheckout {
      try await vault.checkOut(name ?? self.name, seen: seen, lease: lease)
    }

    /// Returns a lease that the vault must grant, and the entry to replace.
    func leased(
      _ name: String? = nil, seen: Int64? = nil, for lease: Duration = Context.long
    ) async throws -> (lease: CredentialLease, old: CredentialEntry?) {
      let checkout = try await checkOut(name, seen: seen, lease: lease)
      guard case .leased(let granted, let old) = checkout else {
        throw ContractViolation(rule: check, expected: "a lease", seen: "\(checkout)")
      }
      try expect(Array(granted.identity.utf8) == Array((name ?? self.name).utf8), "a lease for the name of the entry")
      return (granted, old)
    }

    /// Returns the entry that the vault must return.
    func entry(_ name: String? = nil, seen: Int64? = nil) async throws -> CredentialEntry {
      let checkout = try await checkOut(name, seen: seen)
      guard case .entry(let entry) = checkout else {
        throw ContractViolation(rule: check, expected: "the entry", seen: "\(checkout)")
      }
      return entry
    }

    /// Expects that another instance has the lease, for at most this time.
    func held(_ name: String? = nil, seen: Int64? = nil, atMost most: Duration = Context.long) async throws {
      let checkout = try await checkOut(name, seen: seen)
      guard case .held(let rest) = checkout else {
        throw ContractViolation(rule: check, expected: "a lease of another instance", seen: "\(checkout)")
      }
      try expect(rest > .zero && rest <= most, "a rest of the lease above zero and up to \(most)", saw: "\(rest)")
    }

    /// Expects a pause after a failure, for at most this time.
    func failed(_ reason: String, _ name: String? = nil, seen: Int64? = nil, atMost most: Duration) async throws {
      let checkout = try await checkOut(name, seen: seen)
      guard case .failed(let stated, let rest) = checkout else {
        throw ContractViolation(rule: check, expected: "a pause after the failure", seen: "\(checkout)")
      }
      try expect(stated.utf8.elementsEqual(reason.utf8), "the reason as it was stated", saw: "another one")
      try expect(rest > .zero && rest <= most, "a rest of the pause above zero and up to \(most)", saw: "\(rest)")
    }

    /// Saves an entry, which the vault must accept.
    func save(
      _ text: String, lifetime: Duration? = nil, retention: Duration? = nil, under lease: CredentialLease
    ) async throws {
      let isSaved = try await vault.save(Data(text.utf8), lifetime: lifetime, retention: retention, under: lease)
      try expect(isSaved, "that the holder of the lease saves an entry", saw: "a refusal")
    }

    /// Waits until the time `short` is over, and returns the lease that the vault must then grant.
    func leasedAfterShort(
      _ name: String? = nil, seen: Int64? = nil, for lease: Duration = Context.long
    ) async throws -> (lease: CredentialLease, old: CredentialEntry?) {
      if let advance {
        try await advance(short)
      } else {
        // The rest that the vault states may be up to a millisecond too short.
        while true {
          let checkout = try await checkOut(name, seen: seen, lease: lease)
          if case .leased(let lease, let old) = checkout { return (lease, old) }
          try await CallClock.continuous.sleep(for: .milliseconds(5))
        }
      }
      return try await leased(name, seen: seen, for: lease)
    }

    /// Waits until a lease that is granted now for `short` is over.
    func waitForShort() async throws {
      let other = name + " other"
      _ = try await leased(other, for: short)
      let next = try await leasedAfterShort(other).lease
      try await vault.fail(next, because: "end of the wait", pause: .zero)
    }
  }
}
