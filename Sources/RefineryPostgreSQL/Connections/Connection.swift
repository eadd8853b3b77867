#if PostgreSQL
  import Dispatch
  import RefineryCore
  import RefineryStore

  /// A connection and its thread. The bodies of transactions run on that thread, because they wait for replies.
  actor Connection {
    private let thread = ConnectionThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private var session: Session?

    /// How a transaction ended.
    enum Ending<Output: Sendable>: Sendable {
      case done(Output)
      /// It failed, and the connection can be used.
      case failed(any Error)
      /// The connection was lost before the body ran, so the body can run on another one.
      case stale(StoreError)
      /// The connection was lost.
      case lost(StoreError)
    }

    func connect(_ address: Address, replyWithin limit: Duration) throws(ConnectFailure) {
      session = try Session(address, replyWithin: limit)
    }

    /// Runs a transaction. The connection must not be used again if it is stale or lost.
    func transaction<Output: Sendable>(
      beginning sql: String, mayChange: Bool = true, _ body: (Session) throws -> Output
    ) -> Ending<Output> {
      guard let session, session.isAlive else {
        return .stale(StoreError(.unreachable, reason: "the server closed the connection"))
      }
      do {
        try session.run(sql)
      } catch {
        return error.isLost ? .stale(error.error) : rollBack(session, error.error)
      }
      let output: Output
      do {
        output = try body(session)
      } catch {
        return rollBack(session, (error as? SessionFailure)?.error ?? error)
      }
      // The body may have ignored the error.
      guard session.isUsable else {
        return .lost(StoreError(.unreachable, reason: "the connection was lost within the transaction"))
      }
      do {
        try session.run("COMMIT")
      } catch {
        guard error.isLost else { return rollBack(session, error.error) }
        // Nothing depends on the commit of a transaction that only reads.
        guard mayChange else { return .done(output) }
        return .lost(StoreError(.outcomeUnknown, reason: "\(error.error)"))
      }
      // The server turns COMMIT into ROLLBACK if a statement had failed and the body went on.
      guard session.tag == "COMMIT" else {
        return .failed(StoreError(.failed, reason: "a statement of the transaction failed, so nothing is stored"))
      }
      return .done(output)
    }

    private func rollBack<Output: Sendable>(_ session: Session, _ error: any Error) -> Ending<Output> {
      if session.isUsable { try? session.run("ROLLBACK") }
      guard session.isUsable else {
        return .lost(error as? StoreError ?? StoreError(.unreachable, underlying: error))
      }
      return .failed(error)
    }

    /// Runs a body outside a transaction: one statement, or a wait for notifications. Returns nil if it fails.
    func use<Output: Sendable>(_ body: (Session) throws -> Output) -> Output? {
      guard let session, session.isAlive else { return nil }
      return try? body(session)
    }

    /// Closes the connection.
    func close() { session = nil }
  }

  /// A serial queue as the executor of a connection.
  final class ConnectionThread: SerialExecutor {
    private let queue = DispatchQueue(label: "RefineryPostgreSQL")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  }
#endif
