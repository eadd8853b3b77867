public import RefineryAuth
import RefineryCore
import RefineryTesting

/// The behaviour of every `CredentialVault`, as checks that any test framework can run.
///
/// ```swift
/// for check in CredentialVaultContract.checks {
///   try await check.run(on: vault)
/// }
/// ```
/// Each check uses names of its own, so the checks may run at the same time on one vault, which other tests use too. A check of
/// an engine with a real clock takes less than two seconds.
public enum CredentialVaultContract {
  /// One check of a vault, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (Context) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (Context) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - vault: the vault under test.
    ///   - patience: the time after which the check counts as violated, so that a vault that hangs does not hang the tests.
    ///   - advance: advances the clock of the vault. Default: the vault has a real clock, and the check waits.
    /// - Throws: `ContractViolation` if the vault behaves otherwise, or the check takes longer than `patience`; an error of the
    ///   vault.
    public func run(
      on vault: any CredentialVault, patience: Duration = .seconds(90),
      advance: (@Sendable (Duration) async throws -> Void)? = nil
    ) async throws {
      let context = Context(check: description, vault: vault, advance: advance)
      do { try await bounded(by: patience) { try await body(context) } } catch is RanTooLong {
        throw ContractViolation(rule: description, expected: "an end within \(patience)", seen: "none")
      }
    }
  }

  /// All checks.
  public static let checks: [Check] = leases + entries + failures
}
