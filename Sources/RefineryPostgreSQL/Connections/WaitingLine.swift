#if PostgreSQL
  import RefineryCore

  /// Calls that wait for a connection, oldest first. Each operation costs the same, however many calls wait.
  struct WaitingLine {
    typealias Turn = OneShotContinuation<Connection>

    private var turns: [UInt64: Turn] = [:]
    /// The numbers in the order of arrival, from `start`; also those of calls that have left.
    private var numbers: [UInt64] = []
    private var start = 0

    var count: Int { turns.count }
    var isEmpty: Bool { turns.isEmpty }

    /// The number of numbers that it holds.
    var size: Int { numbers.count }

    /// The number of the first call.
    var first: UInt64? { start < numbers.count ? numbers[start] : nil }

    mutating func append(_ turn: Turn, number: UInt64) {
      turns[number] = turn
      numbers.append(number)
    }

    /// Removes the first call.
    mutating func removeFirst() -> Turn? { first.flatMap { remove($0) } }

    /// Removes a call; nil if it has left already.
    mutating func remove(_ number: UInt64) -> Turn? {
      let turn = turns.removeValue(forKey: number)
      while let first, turns[first] == nil { start += 1 }
      // Each number is moved at most once for each call that left.
      if numbers.count > 64 + 2 * turns.count {
        numbers = numbers[start...].filter { turns[$0] != nil }
        start = 0
      }
      return turn
    }

    /// Removes all calls, and returns them in their order.
    mutating func removeAll() -> [Turn] {
      defer { self = WaitingLine() }
      return numbers[start...].compactMap { turns[$0] }
    }
  }
#endif
