import RefineryCore
import RefineryParts
import Synchronization

/// The parts of a request that decide whether two requests are identical.
struct ExchangeKey: Hashable, Sendable {
  let row: String
  let method: String
  /// Scheme, authority, and path with query.
  let target: [String]
  /// The bytes of the identity. Swift compares characters, so two users whose names have different bytes may be equal strings.
  let identity: [UInt8]
  /// The names and values of header fields, as bytes.
  let fields: [[UInt8]]
  /// The options decide, for example, which credential is added. They are compared but not hashed, because they are not
  /// `Hashable`.
  let options: Options

  func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(target)
    hasher.combine(identity)
    hasher.combine(fields)
  }
}

/// A response, and whether other callers may get it.
struct SharedResponse: Sendable {
  let response: Response
  let isShareable: Bool
}

/// The exchanges under way, and the callers that wait for each.
///
/// An exchange runs in a separate task, so that cancelling one caller does not end it while others wait.
final class SharedExchanges: Sendable {
  typealias Outcome = Result<SharedResponse, any Error>

  /// A caller of an exchange.
  struct Place: Sendable {
    let exchange: Int
    let isFirst: Bool
    /// The deadline of the first caller.
    let deadline: Deadline?
    let wait = OneShotContinuation<Outcome>()
  }

  private struct Exchange {
    let key: ExchangeKey
    /// The target without its query.
    let place: [String]
    /// The deadline of the first caller.
    let deadline: Deadline?
    /// The waits of the callers that have not left.
    var waits: [OneShotContinuation<Outcome>] = []
    var task: Task<Void, Never>?
  }

  private struct State {
    var lastID = 0
    var exchanges: [Int: Exchange] = [:]
    /// The exchanges that callers may join.
    var open: [ExchangeKey: Int] = [:]
    /// The same exchanges, by their target without its query.
    var openPlaces: [[String]: Set<Int>] = [:]

    /// Removes an exchange, and returns it.
    mutating func remove(_ id: Int) -> Exchange? {
      close(id)
      return exchanges.removeValue(forKey: id)
    }

    /// Prevents further callers from joining.
    mutating func close(_ id: Int) {
      guard let exchange = exchanges[id], open[exchange.key] == id else { return }
      open[exchange.key] = nil
      openPlaces[exchange.place]?.remove(id)
      if openPlaces[exchange.place]?.isEmpty == true { openPlaces[exchange.place] = nil }
    }
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.exchanges.count } }
  var callerCount: Int { state.withLock { $0.exchanges.values.reduce(0) { $0 + $1.waits.count } } }

  /// Joins the exchange of a key. If there is none, starts one whose first caller has this deadline.
  func join(
    _ key: ExchangeKey, deadline: Deadline?, _ work: @escaping @Sendable () async throws -> SharedResponse
  ) -> Place {
    let target = Self.place(of: key.target)
    return state.withLock { state in
      if let id = state.open[key], let exchange = state.exchanges[id] {
        let place = Place(exchange: id, isFirst: false, deadline: exchange.deadline)
        state.exchanges[id]?.waits.append(place.wait)
        return place
      }
      state.lastID += 1
      let id = state.lastID
      let place = Place(exchange: id, isFirst: true, deadline: deadline)
      state.open[key] = id
      state.openPlaces[target, default: []].insert(id)
      state.exchanges[id] = Exchange(key: key, place: target, deadline: deadline, waits: [place.wait])
      state.exchanges[id]?.task = Task {
        let outcome: Outcome
        do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        self.finish(id, outcome)
      }
      return place
    }
  }

  /// Prevents further callers from joining the exchanges of a target, or of targets that differ from it only in their query.
  func close(_ target: [String]) {
    let place = Self.place(of: target)
    state.withLock { state in
      for id in state.openPlaces[place] ?? [] { state.close(id) }
    }
  }

  private static func place(of target: [String]) -> [String] { target.map { String($0.prefix { $0 != "?" }) } }

  /// Waits for the outcome of an exchange. Call it only once for each place.
  ///
  /// - Throws: `CancellationError` as soon as the caller's task is cancelled.
  func outcome(at place: Place) async throws -> Outcome {
    try await place.wait.value {
      leave(place)
      return true
    }
  }

  /// Removes a caller. If it was the last one, cancels the exchange.
  func leave(_ place: Place) {
    let last = state.withLock { state -> Exchange? in
      state.exchanges[place.exchange]?.waits.removeAll { $0 === place.wait }
      return state.exchanges[place.exchange]?.waits.isEmpty == true ? state.remove(place.exchange) : nil
    }
    last?.task?.cancel()
  }

  private func finish(_ id: Int, _ outcome: Outcome) {
    let exchange = state.withLock { $0.remove(id) }
    for wait in exchange?.waits ?? [] { wait.resume(with: .success(outcome)) }
  }
}
