public import RefineryCache
import RefineryCore
import RefineryTesting

/// The behaviour of every `CacheStore`, as checks that any test framework can run.
///
/// A store of your own runs them in two lines. Each check makes a new store, which must be empty and hold at least 32 MiB:
///
/// ```swift
/// for check in CacheStoreContract.checks {
///   try await check.run { try MyStore(emptyFolder()) }
/// }
/// ```
///
/// The times of the stored responses are those of this machine's clock. A store may refuse responses for a short time after a
/// removal of their target, because their requests may have begun before it. It may not lose any while it has room for them.
public enum CacheStoreContract {
  /// One check of a store, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (CheckedStore) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (CheckedStore) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check on a store that `make` returns.
    ///
    /// - Parameters:
    ///   - patience: the time after which the check counts as violated, so that a store that hangs does not hang the tests.
    ///   - make: makes an empty store.
    /// - Throws: `ContractViolation` if the store behaves otherwise, or the check takes longer than `patience`; an error of the
    ///   store.
    public func run(
      patience: Duration = .seconds(60), on make: @escaping @Sendable () async throws -> any CacheStore
    ) async throws {
      do {
        try await bounded(by: patience) { try await body(CheckedStore(rule: description, store: try await make())) }
      } catch is RanTooLong {
        throw ContractViolation(rule: description, expected: "an end within \(patience)", seen: "none")
      }
    }
  }

  /// All checks.
  public static let checks: [Check] = contents + keys + removals
}
