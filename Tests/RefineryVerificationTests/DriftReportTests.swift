#if Import
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @testable import RefineryVerification

  @Suite("S06: reports of drifts")
  struct DriftReportTests {
    private func report(_ seeds: [SeededDrift]) -> DriftReport {
      var changed = Shop.description
      for drift in seeds { drift.seed(&changed) }
      changed.placePointers()
      return DriftReport(Comparison(Shop.description, changed), old: "Shop", new: "shop.json")
    }

    @Test("text is grouped by operation, breaking drifts first")
    func text() {
      #expect(
        report([Shop.breaking[0], Shop.breaking[18], Shop.harmless[3], Shop.breaking[4]]).text == """
          listPets GET /pets
            breaking: the query parameter `limit` is no longer there (#/paths//pets/GET/parameters/0)
            harmless: there is a new optional query parameter `page` (#/paths//pets/GET/parameters/2)
          listPets GET /pets, createPet POST /pets, readPet GET /pets/{id} and 1 more
            breaking: the member `email` of `Owner` is no longer there (#/components/schemas/Owner)
          deletePet DELETE /pets/{id}
            breaking: the operation is no longer there (#/paths//pets/{id}/DELETE)
          4 drifts: 3 breaking, 1 harmless

          """)
      #expect(report([]).text == "no drift\n")
    }

    @Test("JSON has the names that it documents")
    func json() {
      let json = report([Shop.breaking[18]]).json

      #expect(json.object?.keys == ["old", "new", "breaking", "harmless", "drifts", "notes"])
      #expect(json["breaking"] == 1)
      let drift = json["drifts"]?[0]
      #expect(drift?.object?.keys == ["kind", "effect", "message", "directions", "operations", "old", "new"])
      #expect(drift?["kind"] == "member-missing")
      #expect(drift?["effect"] == "breaking")
      #expect(drift?["directions"] == ["request", "response"])
      #expect(drift?["operations"]?[0] == ["name": "listPets", "method": "GET", "path": "/pets"])
      #expect(drift?["operations"]?.array?.count == 4)
      #expect(drift?["old"] == "#/components/schemas/Owner/properties/email")
    }

    @Test("harmless drifts fail only a strict check")
    func strict() {
      #expect(!report([Shop.harmless[0]]).isFailure(strictly: false))
      #expect(report([Shop.harmless[0]]).isFailure(strictly: true))
      #expect(report([Shop.breaking[0]]).isFailure(strictly: false))
      #expect(!report([]).isFailure(strictly: true))
    }

    @Test("many new operations are one line of text, and all are in the JSON")
    func many() {
      var changed = Shop.description
      for index in 0..<30 { changed.add("new\(index)", "GET", "/new/\(index)") { _ in } }
      let report = DriftReport(Comparison(Shop.description, changed), old: "", new: "")

      #expect(report.text == "30 operations are new\n  harmless: --json lists them\n30 drifts: 30 harmless\n")
      #expect(report.json["drifts"]?.array?.count == 30)
    }
  }
#endif
