#if AsyncHTTPClient
  import RefineryCore
  import Synchronization

  /// Replaces the client of an origin to which requests cannot be sent.
  ///
  /// Over HTTP/2, the engine waits for the first SETTINGS of a connection without a time limit, and all requests to the origin
  /// wait, too. They also wait if those SETTINGS allow no stream, even if the server allows streams later. The engine has no
  /// API to abandon the connection. So when calls have ended unsent for ten seconds, later calls to this origin use a new
  /// client, which opens a new connection. At most 64 such origins are remembered; before another one is added, all are
  /// removed. A call retains its client until it ends.
  final class StalledOrigins: Sendable {
    private struct Entry {
      /// The start of the first call that ended unsent since the last request was sent.
      var since: UInt64?
      var pool: ClientPool?
      /// When the pool was created. Calls that began earlier did not use it.
      var start: UInt64 = 0
    }

    private static let keptOrigins = 64
    private static let patience: UInt64 = 10_000_000_000
    /// A call that was cancelled within this time, in nanoseconds, says nothing about its origin.
    static let shortestWait: UInt64 = 100_000_000

    private let makePool: @Sendable () -> ClientPool
    private let entries = Mutex<[Origin: Entry]>([:])

    init(makePool: @escaping @Sendable () -> ClientPool) { self.makePool = makePool }

    /// Returns the client that replaces the shared client for this origin; usually nil.
    func pool(for origin: Origin) -> ClientPool? { entries.withLock { $0.isEmpty ? nil : $0[origin]?.pool } }

    /// All replacement clients in use.
    var pools: [ClientPool] { entries.withLock { $0.values.compactMap(\.pool) } }

    /// Called when a request was sent, or the engine reported a failure.
    func works(_ origin: Origin) {
      entries.withLock { entries in
        if entries.isEmpty { return }
        if entries[origin]?.pool == nil { entries[origin] = nil } else { entries[origin]?.since = nil }
      }
    }

    /// Called when a deadline or a cancellation ended a call before its request was sent. The call began at `start`.
    func endsUnsent(to origin: Origin, since start: UInt64) {
      let old = entries.withLock { entries -> ClientPool? in
        if entries[origin] == nil, entries.count >= Self.keptOrigins { entries.removeAll() }
        var entry = entries[origin] ?? Entry()
        let now = AlarmClock.now
        let since = min(max(start, entry.start), entry.since ?? now)
        entry.since = since
        guard now - since >= Self.patience else {
          entries[origin] = entry
          return nil
        }
        entries[origin] = Entry(pool: makePool(), start: now)
        return entry.pool
      }
      // Calls that still wait for the old client fail unsent, and are sent once more with the new one.
      old?.shutdown {}
    }
  }
#endif
