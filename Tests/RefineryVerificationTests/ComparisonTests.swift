#if Import
  import RefineryJSON
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

    @Test("schemas that extend another one are compared if its discriminator names them")
    func heirs() {
      func zoo(_ heirs: [String]) -> Description {
        var zoo = Description(title: "Zoo", version: "1")
        var base = Schema.Object([.member("kind", .init(.string), required: true)])
        base.discriminator = Schema.Discriminator("kind", heirs.map { ($0, SchemaKey($0)) })
        zoo.define("Animal", Schema(.object(base)))
        for heir in heirs {
          zoo.define(heir, .all([.reference("Animal"), .object([.member("age", .init(.integer))])]))
        }
        zoo.add("read", "GET", "/animal") { $0.responses = [.json(200, .reference("Animal"))] }
        zoo.placePointers()
        return zoo
      }
      var changed = zoo(["cat", "dog"])
      changed.edit(schema: "dog") { $0.edit("age") { $0.schema = .init(.string) } }
      changed.placePointers()

      #expect(Comparison(zoo(["cat", "dog"]), zoo(["cat", "dog"])).drifts == [])
      #expect(Comparison(zoo(["cat", "dog"]), changed).drifts.map(\.kind) == [.type])
      let added = Comparison(zoo(["cat"]), zoo(["cat", "dog"])).drifts
      #expect(added.map(\.kind) == [.branchNew] && added[0].effect == .harmless)
    }

    @Test("a closed client breaks at a new value of a response")
    func closed() {
      var rules = ComparisonRules()
      rules.acceptsUnknownCases = false
      var changed = Shop.description
      changed.define("State", .values(["available", "sold", "reserved", "lent"]))
      changed.placePointers()

      let found = Comparison(Shop.description, changed, rules: rules).drifts

      #expect(found.map(\.kind) == [.enumValueNew] && found[0].effect == .breaking)
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
#endif
