import RefineryCore
public import RefineryStore
import RefineryTesting

/// The behaviour of every store, as checks that any test framework can run.
///
/// A store of your own runs them in three lines:
///
/// ```swift
/// for check in StoreContract.checks {
///   try await check.run { try MyStore() }
/// }
/// ```
/// The checks use collections with short names, so each call of the closure must return a store without these collections.
/// ``leaseChecks`` are for a `LeasingStore`; their closure returns two stores that share one database.
public enum StoreContract {
  /// One check of a store, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (StoreTrial) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (StoreTrial) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check on stores made by `make`.
    ///
    /// - Parameters:
    ///   - patience: the time after which the check counts as violated.
    ///   - make: makes an empty store.
    /// - Throws: `ContractViolation` if the store behaves otherwise, or the check takes longer than `patience`; an unexpected
    ///   error of the store.
    public func run(patience: Duration = .seconds(120), make: @escaping @Sendable () async throws -> any Store) async throws {
      let trial = StoreTrial(rule: description, store: try await make())
      do { try await bounded(by: patience) { try await body(trial) } } catch is RanTooLong {
        throw ContractViolation(rule: description, expected: "an end within \(patience)", seen: "none")
      }
    }
  }

  /// One check of stores with leases, named by a sentence.
  public struct LeaseCheck: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (LeaseTrial) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (LeaseTrial) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check on two stores that share one database, without the collections of an earlier check.
    ///
    /// - Parameters:
    ///   - patience: the time after which the check counts as violated.
    ///   - make: makes two stores.
    /// - Throws: `ContractViolation` if the stores behave otherwise, or the check takes longer than `patience`; an unexpected
    ///   error of a store.
    public func run(
      patience: Duration = .seconds(120), make: @escaping @Sendable () async throws -> (any LeasingStore, any LeasingStore)
    ) async throws {
      let (first, second) = try await make()
      let trial = LeaseTrial(rule: description, first: first, second: second)
      do { try await bounded(by: patience) { try await body(trial) } } catch is RanTooLong {
        throw ContractViolation(rule: description, expected: "an end within \(patience)", seen: "none")
      }
    }
  }

  /// The checks for any store.
  public static var checks: [Check] { transactions + order + filters + sorting + texts }
  /// The checks for a store with leases.
  public static var leaseChecks: [LeaseCheck] { leases }
}

/// A running check: compares the results of a store with the expected ones.
protocol Comparing: Sendable {
  var rule: String { get }
}

extension Comparing {
  func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
    if seen != expected { throw ContractViolation(rule: rule, expected: "\(what) \(expected)", seen: "\(seen)") }
  }

  /// The kind of the `StoreError` that a call must throw.
  func expect(
    _ kind: StoreError.Kind, _ what: String, of call: () async throws -> Void
  ) async throws {
    do {
      try await call()
    } catch let error as StoreError where error.kind == kind {
      return
    }
    throw ContractViolation(rule: rule, expected: "\(what): \(kind)", seen: "no error")
  }
}

/// A check of one store.
struct StoreTrial: Comparing {
  let rule: String
  let store: any Store

  /// Saves records with these contents. Their keys and ids are their places: 0, 1, and so on.
  func fill(_ contents: [JSONValue], in collection: String = "c") async throws {
    try await store.write { store in
      for (index, content) in contents.enumerated() {
        try store.save(StoredRecord(collection: collection, key: "\(index)", id: "\(index)", content: content))
      }
    }
  }

  func found(_ query: RecordQuery, in collection: String = "c") async throws -> [StoredRecord] {
    try await store.read { try $0.records(in: collection, query) }
  }

  /// All records, also the marks of deleted ones.
  func all(_ collection: String = "c") async throws -> [StoredRecord] {
    var query = RecordQuery()
    query.deleted = .included
    return try await found(query, in: collection)
  }

  func entries(_ collection: String = "c") async throws -> [OutboxEntry] {
    try await store.read { try $0.outbox(in: collection, after: 0, limit: -1) }
  }
}

/// A check of two stores that share a database.
struct LeaseTrial: Comparing {
  let rule: String
  let first: any LeasingStore
  let second: any LeasingStore
}

/// What a body of a transaction throws to undo it.
struct Undone: Error {}
