import RefineryParts
import Testing

@Suite struct ExactTextTests {
  @Test("texts of different bytes are different, also where Swift calls the strings equal")
  func bytes() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed && ExactText(composed) != ExactText(decomposed))
    #expect(Set([ExactText(composed), ExactText(decomposed), ExactText(composed)]).count == 2)
  }

  @Test("the hash of two texts depends on where the first one ends")
  func order() {
    #expect([ExactText("ab"), ExactText("c")].hashValue != [ExactText("a"), ExactText("bc")].hashValue)
  }
}
