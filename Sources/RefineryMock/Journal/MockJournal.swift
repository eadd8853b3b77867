public import RefineryCore
import RefineryParts

/// The requests that a mock server received, by row.
///
/// ```swift
/// #expect(server.journal.calls("Person.create").count == 2)
/// #expect(server.journal.calls("Person.create").contains { $0.json?["name"] == "Ann" })
/// #expect(server.journal.rows == ["Person.create", "Person.read"])
/// await server.journal.call(3, of: "Person.read")
/// ```
///
/// A call is added before its response is sent, so it is in the journal when the client has the response. The journal keeps the
/// latest 10,000 calls, and at most 16 MiB of them.
public final class MockJournal: Sendable, Redacted {
  private struct State: Sendable {
    /// The calls that are kept. The dropped ones before ``first`` are nil.
    var entries: [MockCall?] = []
    var first = 0
    var size = 0
    var lastNumber = 0
    var dropped = 0
    /// How many calls of each row came, and how many of them were dropped.
    var counts: [String: (came: Int, dropped: Int)] = [:]

    var calls: some Sequence<MockCall> { entries[first...].lazy.compactMap { $0 } }

    mutating func append(_ call: MockCall) {
      if let row = call.row { counts[row, default: (0, 0)].came += 1 }
      entries.append(call)
      size += call.size
    }

    mutating func dropFirst() {
      guard let call = entries[first] else { return }
      entries[first] = nil
      first += 1
      size -= call.size
      dropped += 1
      if let row = call.row { counts[row, default: (0, 0)].dropped += 1 }
      // So that each call is moved only a few times.
      if first >= 1024, first > entries.count / 2 {
        entries.removeFirst(first)
        first = 0
      }
    }
  }

  private let state = Observed(State())
  private let countLimit: Int
  private let sizeLimit: Int

  /// An empty journal.
  ///
  /// - Parameters:
  ///   - countLimit: how many calls are kept.
  ///   - sizeLimit: how many bytes they may have together.
  package init(countLimit: Int = 10_000, sizeLimit: Int = 16 * 1024 * 1024) {
    self.countLimit = max(0, countLimit)
    self.sizeLimit = max(0, sizeLimit)
  }

  /// The calls that are kept, in the order in which they were received.
  public var calls: [MockCall] { state.peek { Array($0.calls) } }

  /// The calls of a row that are kept, in the order in which they were received.
  public func calls(_ row: String) -> [MockCall] { state.peek { $0.calls.filter { $0.row == row } } }

  /// The row names of the calls that are kept, in the order in which they were received; nil for a request that fits no row.
  public var rows: [String?] { state.peek { $0.calls.map(\.row) } }

  /// The number of calls that were removed because the journal was full.
  public var dropped: Int { state.peek { $0.dropped } }

  /// Waits until a row has received this number of calls, and returns the last of them: 1 is the row's first call. Returns nil
  /// if the task is cancelled, or if the call is no longer kept.
  ///
  /// Give the test a time limit: if the call is never received, this function does not return.
  @discardableResult
  public func call(_ number: Int, of row: String) async -> MockCall? {
    await state.first { state -> MockCall?? in
      guard let (came, dropped) = state.counts[row], came >= number else { return nil }
      let index = number - 1 - dropped
      guard index >= 0 else { return .some(nil) }
      return .some(state.calls.lazy.filter { $0.row == row }.dropFirst(index).first { _ in true })
    } ?? nil
  }

  /// Empties the journal. Calls are counted from 1 again.
  public func removeAll() { state.change { $0 = State() } }

  /// The number of calls, and the latest ten of them without their content.
  public var description: String {
    let (count, dropped, latest) = state.peek { state in
      let count = state.entries.count - state.first
      return (count, state.dropped, Array(state.calls.suffix(10)))
    }
    var text = "\(count) call\(count == 1 ? "" : "s")"
    if dropped > 0 { text += ", and \(dropped) dropped" }
    if count > latest.count { text += ", the latest" }
    return latest.isEmpty ? text : "\(text): \(latest.map(\.description).joined(separator: "; "))"
  }

  /// Adds a call that `make` makes with its number, and returns it.
  func append(_ make: (Int) -> MockCall) -> MockCall {
    state.change { state in
      state.lastNumber += 1
      let call = make(state.lastNumber)
      state.append(call)
      while state.entries.count - state.first > countLimit || state.size > sizeLimit { state.dropFirst() }
      return call
    }
  }
}
