#if Import
  import RefineryImport
  import Testing

  /// `Fixtures/Samples/responses.yaml`.
  @Suite struct ResponseTests {
    let imported: Imported
    init() throws { imported = try Imported(sample: "responses") }

    @Test(
      "S01: the output of each kind of success",
      arguments: [
        ("none", "Okay"), ("nothing", "Okay"), ("one", "Thing"), ("maybe", "Thing?"), ("nullable", "Thing?"),
        ("inline", "InlineResult"), ("several", "SeveralResult"), ("same", "Thing"), ("range", "Thing"),
        ("onlyDefault", "Thing"),
        ("text", "String"), ("csv", "String"), ("bytes", "Data"), ("any", "Data"), ("events", "Thing"), ("both", "Thing"),
        ("bothEvents", "Job"), ("list", "[Thing]"), ("map", "[String: Int]"), ("free", "JSONValue"), ("redirect", "Okay"),
      ])
    func output(_ name: String, _ type: String) {
      #expect(imported.missing(["static func \(name)() -> Call<\(type)>"]) == [])
    }

    @Test("S01: an output that may be missing, other media types, and events")
    func forms() {
      let missing = imported.missing([
        "Call<Thing>(maybeRow).optional", "case thing(Thing) case job(Job)",
        #"Options { $0.headers["Accept"] = "text/csv" }, output: String.self"#, #"$0.headers["Accept"] = "application/pdf""#,
        #"$0.headers["Accept"] = "text/event-stream""#, "Read the events by `api.events(_:)`.",
      ])
      #expect(missing == [])
    }

    @Test("S01: error types by status and range; the entry that is added last comes first")
    func errors() {
      let missing = imported.missing([
        """
        $0.errors.add(Fault.self, for: StatusSet(300...599))
        $0.errors.add(Denied.self, for: StatusSet(400...499))
        $0.errors.add(Gone.self, for: [404, 410])
        """,
        "struct Fault: ObjectModel, Error", "struct InlineErrorError422: ObjectModel, Error",
        "$0.errors.add(InlineErrorError422.self, for: 422)",
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.contains("503/content/application~1json: an error body that is not an object") })
      #expect(imported.report.contains { $0.contains("redirect/get/responses/302: a body with status 302") })
    }
  }
#endif
