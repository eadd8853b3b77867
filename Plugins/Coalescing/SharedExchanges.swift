import RefineryCore
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

  /// Identifies a caller of an exchange.
  struct Place: Sendable {
    let exchange: Int
    let caller: Int
    let isFirst: Bool
    /// The deadline of the first caller.
    let deadline: Deadline?
  }

  private struct Exchange {
    let key: ExchangeKey
    /// The target without its query.
    let place: [String]
    /// The deadline of the first caller.
    let deadline: Deadline?
    /// The callers that have not left, each with its continuation if it waits.
    var callers: [Int: CheckedContinuation<Outcome, any Error>?]
    var task: Task<Void, Never>?
    var outcome: Outcome?
  }

  private struct State {
    var lastID = 0
    var exchanges: [Int: Exchange] = [:]
    /// The exchanges that callers may join.
    var open: [ExchangeKey: Int] = [:]
    /// The same exchanges, by their target without its query.
    var openPlaces: [[String]: Set<Int>] = [:]

    /// Removes a caller, and the exchange if this was its last caller. Returns whether this was the last caller.
    @discardableResult
    mutating func remove(_ place: Place) -> Bool {
      guard exchanges[place.exchange]?.callers.removeValue(forKey: place.caller) != nil,
        exchanges[place.exchange]?.callers.isEmpty == true
      else { return false }
      close(place.exchange)
      exchanges[place.exchange] = nil
      return true
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

  var count: Int { state.withLock { $0.exchanges.values.count { $0.outcome == nil } } }
  var callerCount: Int { state.withLock { $0.exchanges.values.reduce(0) { $0 + $1.callers.count } } }

  /// Joins the exchange of a key. If there is none, starts one whose first caller has this deadline.
  func join(
    _ key: ExchangeKey, deadline: Deadline?, _ work: @escaping @Sendable () async throws -> SharedResponse
  ) -> Place {
    let place = Self.place(of: key.target)
    return state.withLock { state in
      state.lastID += 1
      let caller = state.lastID
      if let id = state.open[key] {
        state.exchanges[id]?.callers[caller] = .some(nil)
        return Place(exchange: id, caller: caller, isFirst: false, deadline: state.exchanges[id]?.deadline)
      }
      state.lastID += 1
      let id = state.lastID
      state.open[key] = id
      state.openPlaces[place, default: []].insert(id)
      state.exchanges[id] = Exchange(key: key, place: place, deadline: deadline, callers: [caller: nil])
      state.exchanges[id]?.task = Task {
        let outcome: Outcome
        do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        self.finish(id, outcome)
      }
      return Place(exchange: id, caller: caller, isFirst: true, deadline: deadline)
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
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Outcome, any Error>) in
        let result = state.withLock { state -> Result<Outcome, any Error>? in
          guard state.exchanges[place.exchange]?.callers.keys.contains(place.caller) == true else {
            return .failure(CancellationError())
          }
          if let outcome = state.exchanges[place.exchange]?.outcome {
            state.remove(place)
            return .success(outcome)
          }
          state.exchanges[place.exchange]?.callers[place.caller] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      leave(place)
    }
  }

  /// Removes a caller. If it was the last one, cancels the exchange.
  func leave(_ place: Place) {
    let (continuation, task) = state.withLock { state in
      let continuation = state.exchanges[place.exchange]?.callers[place.caller] ?? nil
      let task = state.exchanges[place.exchange]?.task
      return (continuation, state.remove(place) ? task : nil)
    }
    continuation?.resume(throwing: CancellationError())
    task?.cancel()
  }

  private func finish(_ id: Int, _ outcome: Outcome) {
    let waiting = state.withLock { state -> [CheckedContinuation<Outcome, any Error>] in
      guard let exchange = state.exchanges[id] else { return [] }
      state.close(id)
      state.exchanges[id]?.outcome = outcome
      var waiting: [CheckedContinuation<Outcome, any Error>] = []
      for (caller, continuation) in exchange.callers {
        // A caller that has joined but does not wait yet gets the outcome when it waits.
        guard let continuation else { continue }
        waiting.append(continuation)
        state.exchanges[id]?.callers[caller] = nil
      }
      if state.exchanges[id]?.callers.isEmpty == true { state.exchanges[id] = nil }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}
