#if AsyncHTTPClient
  import RefineryCore
  import Synchronization

  /// Gives an origin another client when no request to it goes out.
  ///
  /// Over HTTP/2 the engine waits for the first SETTINGS of a connection without a limit of time, and all requests to the origin
  /// wait with it. They also wait where those SETTINGS allow no stream, even if the server allows streams later. The engine
  /// cannot be told to give the connection up. So when calls have ended unsent for ten seconds, later ones to this origin use a
  /// new client, and with it a new connection.
  final class StalledOrigins: Sendable {
    private struct Entry {
      /// When the first of the calls began that have ended unsent since a request went out.
      var since: UInt64?
      var pool: ClientPool?
      /// When the pool was made. Calls that began before it say nothing about it.
      var start: UInt64 = 0
    }

    private static let patience: UInt64 = 10_000_000_000

    private let makePool: @Sendable () -> ClientPool
    private let entries = Mutex<[Origin: Entry]>([:])

    init(makePool: @escaping @Sendable () -> ClientPool) { self.makePool = makePool }

    /// The client that replaces the one for all origins; nil as a rule.
    func pool(for origin: Origin) -> ClientPool? { entries.withLock { $0[origin]?.pool } }

    /// All clients that replace another one now.
    var pools: [ClientPool] { entries.withLock { $0.values.compactMap(\.pool) } }

    /// A request went out, or the engine said why not.
    func works(_ origin: Origin) {
      entries.withLock { entries in
        if entries[origin]?.pool == nil { entries[origin] = nil } else { entries[origin]?.since = nil }
      }
    }

    /// A call that began at `start` ended by its deadline, or was cancelled, before its request went out.
    func endsUnsent(to origin: Origin, since start: UInt64) {
      let old = entries.withLock { entries -> ClientPool? in
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
      // Calls that still wait there fail unsent, and go out once more by the new client.
      old?.shutdown {}
    }
  }
#endif
