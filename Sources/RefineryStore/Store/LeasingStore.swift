public import RefineryCore

/// A store that several processes share, and that also says which process works on what.
///
/// A lease is the right to work on something for a short time, such as to send a record. If the store has leases, a
/// synchronization takes them, so several processes may synchronize one collection at the same time: each record is sent by one
/// of them. A process that is killed blocks its records until its leases end.
///
/// A lease does not prevent a process that was suspended from going on after the end of its lease. So each lease has a
/// token, and ``write(holding:_:)`` refuses the changes of a process whose lease another one has taken.
public protocol LeasingStore: Store {
  /// Takes the leases of names that no one holds. Names are compared by their bytes.
  ///
  /// - Parameters:
  ///   - names: the names of the work, such as one for each record.
  ///   - collection: the collection that the names belong to. Other collections may have leases of the same names.
  ///   - duration: how long the leases last, by the clock of the store.
  /// - Returns: the leases that were free, in any order. The other names are held by someone else, or by this process.
  /// - Throws: ``StoreError``.
  func lease(_ names: [String], in collection: String, lasting duration: Duration) async throws -> [StoreLease]

  /// Makes leases last until this time from now, unless someone else has taken them.
  ///
  /// - Returns: the leases that are still held.
  /// - Throws: ``StoreError``.
  func extend(_ leases: [StoreLease], lasting duration: Duration) async throws -> [StoreLease]

  /// Ends leases before their time. Leases that someone else has taken are not changed.
  ///
  /// - Throws: ``StoreError``.
  func release(_ leases: [StoreLease]) async throws

  /// Applies all changes of `body`, or none if it throws or a lease was lost.
  ///
  /// - Throws: ``StoreError``, of kind ``StoreError/Kind/leaseLost`` if someone else has taken a lease; what `body` throws.
  func write<Output: Sendable>(
    holding leases: [StoreLease], _ body: @Sendable (any StoreWriting) throws -> Output
  ) async throws -> Output
}

/// The right to work on something in a collection, until it ends or is released.
public struct StoreLease: Sendable, Hashable {
  /// The collection.
  public let collection: String
  /// The name of the work.
  public let name: String
  /// Identifies the process that holds it.
  public let holder: String
  /// The fencing token: a later lease of the same name has a greater one.
  public let token: Int64

  /// A lease, for a store of your own.
  public init(collection: String, name: String, holder: String, token: Int64) {
    self.collection = collection
    self.name = name
    self.holder = holder
    self.token = token
  }
}

extension StoreLease: Redacted {
  /// Collection and token: `StoreLease(people, token 7)`.
  public var description: String { "StoreLease(\(Redaction.escaped(collection)), token \(token))" }
}
