import RefineryCore

/// A store in memory, for tests and for what need not outlive the process.
///
/// Looking a record up takes constant time, a query time in proportion to the collection, and a transaction that fails takes
/// back what it changed and nothing else.
public actor MemoryStore: Store {
  private let tables = MemoryTables()

  /// An empty store.
  public init() {}

  /// Reads one consistent state.
  public func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
    try body(tables)
  }

  /// Changes the store by all that `body` does, or by nothing.
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
