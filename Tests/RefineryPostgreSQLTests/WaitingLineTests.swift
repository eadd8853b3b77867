#if PostgreSQL
  import RefineryCore
  import Testing

  @testable import RefineryPostgreSQL

  @Suite struct WaitingLineTests {
    @Test("T04: calls leave the line in their order, from any place, once")
    func order() {
      var line = WaitingLine()
      let turns = (0..<5).map { _ in WaitingLine.Turn() }
      for (number, turn) in turns.enumerated() { line.append(turn, number: UInt64(number)) }
      #expect(line.remove(2) === turns[2] && line.remove(2) == nil && line.remove(9) == nil)
      #expect(line.removeFirst() === turns[0] && line.first == 1 && line.count == 3)
      #expect(line.remove(1) === turns[1] && line.first == 3)
      let rest = line.removeAll()
      #expect(rest.count == 2 && rest[0] === turns[3] && rest[1] === turns[4])
      #expect(line.isEmpty && line.first == nil && line.removeFirst() == nil)
    }

    @Test("T04: the line remembers no calls that have left, however many they were")
    func growth() {
      var line = WaitingLine()
      let first = WaitingLine.Turn()
      line.append(first, number: 0)
      for number in 1...100_000 as ClosedRange<UInt64> {
        line.append(WaitingLine.Turn(), number: number)
        _ = line.remove(number)
        #expect(line.size <= 70)
      }
      #expect(line.count == 1 && line.removeFirst() === first)
    }
  }
#endif
