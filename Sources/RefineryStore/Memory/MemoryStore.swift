import RefineryCore

/// A store in memory, for tests and for data that need not outlive the process.
///
/// A look-up takes constant time. A query takes time in proportion to the size of the collection. A transaction that fails
/// reverts only its own changes.
public actor MemoryStore: Store {
  private let tables = MemoryTables()

  /// An empty store.
  public init() {}

  /// Reads one consistent state.
  public func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
    try body(tables)
  }

  /// Applies all changes of `body`, or none if it throws.
  public func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
    try Task.checkCancellation()
    tables.begin()
    do {
      let output = try body(tables)
      tables.commit()
      return output
    } catch {
      tables.rollBack()
      throw error
    }
  }
}
