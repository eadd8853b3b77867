#if Load
  import RefineryLoad
  import Testing

  @Suite struct VaryingTextTests {
    private func texts(_ text: String, count: Int = 4, seed: UInt64 = 1, place: Int = 0) throws -> [String] {
      let varying = try VaryingText(text) { $0 == "ids.txt" ? ["a", "b", "c"] : $0 == "empty" ? [] : nil }
      return (0..<count).map { varying.text(of: $0, seed: seed, place: place) }
    }

    @Test("S11: a value counts, or takes the lines of a file in turn")
    func turns() throws {
      #expect(try texts("{1..3}") == ["1", "2", "3", "1"])
      #expect(try texts("p{-1..0}q") == ["p-1q", "p0q", "p-1q", "p0q"])
      #expect(try texts("{lines ids.txt}/{5..6}") == ["a/5", "b/6", "c/5", "a/6"])
    }

    @Test("S11: random values are in the range, and equal for equal seeds")
    func random() throws {
      let some = try texts("{random 1..1000}", count: 200)
      #expect(some.allSatisfy { Int($0).map { (1...1000).contains($0) } == true } && Set(some).count > 150)
      #expect(try texts("{random 1..1000}", count: 200) == some)
      #expect(try texts("{random 1..1000}", count: 200, seed: 2) != some)
      #expect(try texts("{random 1..1000}", count: 200, place: 1) != some)
      #expect(Set(try texts("{random lines ids.txt}", count: 50)) == ["a", "b", "c"])
    }

    @Test("Other text is sent as it is", arguments: ["", "1..3", "{", "}", "{id}", #"{"a":1}"#, "a}{b"])
    func fixed(text: String) throws {
      #expect(try texts(text, count: 1) == [text])
      #expect(try VaryingText(text) { _ in nil }.varies == false)
    }

    @Test(
      "A range or a file that cannot be used is refused",
      arguments: [
        "{1..}", "{..3}", "{3..1}", "{a..b}", "{rnadom 1..3}", "{random}x{random 5}", "{lines none}", "{lines empty}",
        "{-9223372036854775808..9223372036854775807}", "{1..99999999999999999999}",
      ])
    func faulty(text: String) {
      #expect(throws: VaryingText.Malformed.self) { try texts(text, count: 1) }
    }
  }
#endif
