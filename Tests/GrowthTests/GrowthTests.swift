import Testing

@Suite(.serialized) struct GrowthTests {
  @Test("Four times the input takes at most in proportion more work", .timeLimit(.minutes(10)), arguments: HostileInput.all)
  func growth(_ input: HostileInput) async throws {
    let ratio = try await Growth.ratio(try input.make(input.count), try input.make(4 * input.count))
    #expect(ratio < Growth.limit, "\(input)")
  }

  #if XML
    @Test("Four times the XML takes at most in proportion more work", .timeLimit(.minutes(10)), arguments: HostileInput.xml)
    func xml(_ input: HostileInput) async throws { try await growth(input) }
  #endif

  @Test("The measurement finds a loop over all pairs, and accepts one over all elements", .timeLimit(.minutes(5)))
  func measurement() async throws {
    @Sendable func pairs(_ count: Int) { for one in 0..<count { for other in 0..<count { Growth.keep(one ^ other) } } }
    @Sendable func elements(_ count: Int) { for one in 0..<count { Growth.keep(one) } }
    #expect(try await Growth.ratio({ pairs(300) }, { pairs(1200) }) > Growth.limit)
    #expect(try await Growth.ratio({ elements(50_000) }, { elements(200_000) }) < Growth.limit)
  }

  @Test("Each input has a name of its own, and there are at least forty") func names() {
    #expect(Set(HostileInput.all.map(\.name)).count == HostileInput.all.count)
    #expect(HostileInput.all.count >= 40)
  }
}
