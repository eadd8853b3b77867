#if Import
  import RefineryImport
  import Testing

  /// `Fixtures/Samples/operations.yaml`.
  @Suite struct OperationTests {
    let imported: Imported
    init() throws { imported = try Imported(sample: "operations") }

    @Test("S01: servers, authentication and deprecation of an operation")
    func options() {
      let missing = imported.missing([
        #"static let baseURL = "https://api.shop.example/v1/""#,
        #"endpoint("elsewhere", .get, "https://other.example/base/elsewhere", output: Okay.self)"#,
        #"endpoint("addUser", .post, "users", Options { $0.authentication = .off }, output: Okay.self)"#,
        "@available(*, deprecated) public static func addUser()",
        #"endpoint("setUser", .put, "users", Options { $0.authentication = .named("admin") }, output: Okay.self)"#,
        // The main credential is one of the ways.
        #"endpoint("dropUser", .delete, "users", output: Okay.self)"#,
        #"endpoint("byOffset", .get, "offsets{?offset}", output: Okay.self)"#,
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.hasPrefix("left: ") && $0.contains("relative/get: its server \"/other\"") })
      #expect(imported.report.contains { $0.hasPrefix("left: ") && $0.contains("webhooks/created") })
    }

    @Test("S01: the namespace says how the API authenticates, the default first")
    func authentication() {
      let missing = imported.missing([
        "/// Authentication, by `AuthMiddleware`. The first is the default credential; rows name the others:",
        "/// - `main`: `.bearer(token)` /// - `admin`: `.header(\"key\", key)`",
      ])
      #expect(missing == [])
    }

    @Test("S01: a part of a server's URL without a value is an argument")
    func serverVariables() throws {
      let imported = try Imported(
        Imported.paths([
          """
          /chat:
              post:
                operationId: chat
                servers: [{url: 'https://{your-agent}.example/api', variables: {region: {default: eu}}}]
                responses: {'204': {description: d}}
          """
        ]))
      #expect(
        imported.missing([
          #"endpoint("chat", .post, "https://{serverYourAgent}.example/api/chat""#, "static func chat(yourAgent: String)",
          #"["serverYourAgent": PathValue(id: yourAgent)]"#,
        ]) == [])
    }

    @Test("S01, S02: a fixed query is sent, a fragment is not, and what a path may not have is encoded")
    func paths() {
      let missing = imported.missing([
        #""fixed?mode=fast&x={x}{&y}""#, #""frag/{id}""#, #""odd%20path/%27{a}%27/$batch""#,
      ])
      #expect(missing == [])
      #expect(imported.table.groups.map(\.name).contains("Fixed"))
      #expect(imported.report.contains { $0.hasPrefix("note: ") && $0.contains("the query \"mode=fast&x={x}\"") })
      #expect(imported.report.contains { $0.hasPrefix("note: ") && $0.contains("the fragment \"#form\"") })
    }

    @Test("S05: functions have names of their own, which are those of no member of a group")
    func names() {
      let missing = imported.missing([
        #"static let path2Row = endpoint("path2", .get, "clash""#, "static func path2()", "static func options2()",
        "static func `default`()", "static func getV2APIThingsThingID(thingID: String)",
        "static func value2FaEnable(a: String)",
        // The constant of `list` is `listRow`, so the function of that name has another.
        #"static let listRowRow = endpoint("listRow""#,
      ])
      #expect(missing == [])
      #expect(imported.names["row DELETE /clash"] == "list2")
    }

    @Test("S03: no text of a description leaves its comment or its literal")
    func texts() {
      let missing = imported.missing([
        #"summary: "a b \"quoted\" \\(x)"#, #"/// \- Parameter x: is no parameter"#,
        #"// Written by `refinery import` from Operations <of> "everything" 1."#,
      ])
      #expect(missing == [])
      #expect(imported.files.allSatisfy { !$0.text.contains("\u{0}") && !$0.text.contains("\u{2028}") })
    }
  }
#endif
