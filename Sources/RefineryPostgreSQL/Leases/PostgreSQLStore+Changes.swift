#if PostgreSQL
  import RefineryCore

  extension PostgreSQLStore {
    /// Yields whenever another store, usually in another process, has added entries to the outbox of a collection.
    ///
    /// It uses LISTEN on a connection of its own. It yields once for several changes that come while the loop is busy. It also
    /// yields after each time that it has connected, because changes may have been missed. It never fails: while the server is
    /// away, it connects again, with pauses of up to 5 seconds. It ends with its task, or when the store is closed, within a
    /// second.
    ///
    /// PgBouncer in transaction mode does not pass notifications on. Give the URL of the server itself then.
    ///
    /// ```swift
    /// for await _ in store.changes(in: "Note") {
    ///   _ = try? await notes.synchronize(.nothing)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - direct: the connection string of the server, if the store connects to PgBouncer; nil for that of the store.
    /// - Throws: `StoreError` if libpq cannot read `direct`.
    public func changes(in collection: String, direct: String? = nil) throws -> AsyncStream<Void> {
      let listener = Listener(
        address: try direct.map { try Address($0) } ?? pool.address, channel: names.channel,
        own: OutboxNotice(holder: holder, collection: collection), isClosed: { [weak pool] in pool?.isClosed ?? true })
      return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
        let task = Task { await listener.run(stream) }
        stream.onTermination = { _ in task.cancel() }
      }
    }
  }

  /// Listens on one channel, and connects again after a loss.
  private struct Listener: Sendable {
    /// How long one wait for a notification takes. The end of the task is noticed between two waits.
    private static let slice = Duration.milliseconds(500)

    let address: Address
    let channel: String
    let own: OutboxNotice
    let isClosed: @Sendable () -> Bool

    func run(_ stream: AsyncStream<Void>.Continuation) async {
      var failures = 0
      while !Task.isCancelled, !isClosed() {
        let connection = Connection()
        if await begin(connection) {
          failures = 0
          stream.yield()
          await listen(connection, stream)
        }
        await connection.close()
        failures += 1
        let pause = min(Duration.milliseconds(100) * (1 << min(failures - 1, 10)), .seconds(5))
        try? await CallClock.continuous.sleep(for: pause * (0.75 + CallClock.continuous.random() / 2))
      }
      stream.finish()
    }

    private func begin(_ connection: Connection) async -> Bool {
      do { try await connection.connect(address, replyWithin: .seconds(10)) } catch { return false }
      return await connection.use { try $0.run("LISTEN \(channel)") } != nil
    }

    private func listen(_ connection: Connection, _ stream: AsyncStream<Void>.Continuation) async {
      while !Task.isCancelled, !isClosed() {
        guard let payloads = await connection.use({ try $0.notifications(within: Self.slice) }) else { return }
        let notices = payloads.compactMap { OutboxNotice($0) }
        if notices.contains(where: { $0.collection == own.collection && $0.holder != own.holder }) { stream.yield() }
      }
    }
  }
#endif
