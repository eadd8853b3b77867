import RefineryOpenAPI
import RefineryVerification
import Testing

@Suite("S06: drifts between two descriptions")
struct ComparisonTests {
  @Test("each seeded drift is found once, with its effect and its operations", arguments: Shop.breaking + Shop.harmless)
  func seeded(_ drift: SeededDrift) {
    var changed = Shop.description
    drift.seed(&changed)
    changed.placePointers()

    let found = Comparison(Shop.description, changed).drifts

    #expect(found.count == 1, "\(found.map(\.sentence))")
    #expect(found.first?.kind == drift.kind)
    #expect(found.first?.effect == drift.effect)
    #expect(found.first?.operations.count == drift.operations)
  }

  @Test("a description has no drift from itself")
  func itself() {
    let comparison = Comparison(Shop.description, Shop.description)

    #expect(comparison.drifts == [])
    #expect(comparison.notes == [])
  }

  @Test("what clients cannot see is no drift", arguments: Shop.none.indices)
  func invisible(_ index: Int) {
    var changed = Shop.description
    Shop.none[index](&changed)
    changed.placePointers()

    let forth = Comparison(Shop.description, changed).drifts
    let back = Comparison(changed, Shop.description).drifts

    #expect(forth == [])
    #expect(back == [])
  }

  @Test("all seeded drifts at once are all found")
  func together() {
    var changed = Shop.description
    let chosen = [Shop.breaking[4], Shop.breaking[12], Shop.breaking[18], Shop.harmless[1], Shop.harmless[13]]
    for drift in chosen { drift.seed(&changed) }
    changed.placePointers()

    let found = Comparison(Shop.description, changed).drifts

    #expect(found.map(\.kind) == [.parameterMissing, .memberMissing, .memberNew, .statusNew, .deprecated])
    #expect(found.map(\.effect) == [.breaking, .breaking, .breaking, .harmless, .harmless])
  }
}
