#if Import
  import RefineryImport
  import Testing

  /// `Fixtures/Samples/parameters.yaml`.
  @Suite struct ParameterTests {
    let imported: Imported
    init() throws { imported = try Imported(sample: "parameters") }

    @Test("S01: parameters of the path have types, styles and variables of their own")
    func path() {
      let missing = imported.missing([
        #"endpoint("plainPath", .get, "plain/{itemID}/{when}/{day}/{kind}", output: Okay.self)"#,
        "static func plainPath(itemID: Int, when: Date, day: CalendarDate, kind: PlainPathKind) -> Call<Okay>",
        #""lists/{simple}/{exploded*}/{.label*}/{;matrix*}""#,
        "static func listsInPath(simple: [String], exploded: [Int], label: [String], matrix: [String])",
        #""maps/{simple}/{;matrix*}""#,
        "static func mapsInPath(simple: [String: String], matrix: [String: String])",
        #""reserved/{+path}{?2fa}""#,
      ])
      #expect(missing == [])
    }

    @Test("S01: names that are equal, or begin each other, stay apart in the template and in the function")
    func sameNames() {
      let missing = imported.missing([
        #""same/{id2}/{id3}{?id,i}""#,
        "static func sameInPath(id: String, queryID: String, id2: String? = nil, headerID: String? = nil, i: String? = nil)",
        #"["id2": PathValue(id: id), "id3": PathValue(id: queryID), "id": PathValue(id: id2), "i": PathValue(id: i)]"#,
        #".header("ID", ifPresent: headerID)"#,
      ])
      #expect(missing == [])
    }

    @Test("S01: every style of the query: form, spaces, pipes, deepObject, members, content")
    func query() {
      let missing = imported.missing([
        #""forms{?one,many*,joined,spaces,pipes,kinds,map,either,content,since}""#,
        "one: String, many: [String]? = nil, joined: [Int]? = nil, spaces: [String]? = nil, pipes: [Int]? = nil",
        #""spaces": PathValue(id: spaces?.joined(separator: " "))"#,
        #""pipes": PathValue(id: pipes?.map { "\($0)" }.joined(separator: "|"))"#,
        #""kinds": PathValue(id: kinds?.map(\.rawValue).joined(separator: "|"))"#,
        "deep: [String]? = nil, filter: Query? = nil, members: Query? = nil, map: [String: String]? = nil",
        #".query(members ?? [:])"#, #".query(["deep": deep, "filter": filter])"#,
        "either: String? = nil, content: JSONValue? = nil, since: Int? = nil",
        #""content": PathValue(id: content.map { "\($0)" })"#,
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.contains("forms/get/parameters/10: it has one of several types") })
    }

    @Test("S01, S02: names of the query that are no identifiers are sent as they are; a parameter without one is a fault")
    func names() {
      let missing = imported.missing([
        "{?StartTime%3C,StartTime%3E,StartTime,filter%5B%5D*,filter%5Bname%5D,in,self,default,inout,body,call,form,",
        "startTimeLess: Date? = nil, startTimeGreater: Date? = nil, startTime: Date? = nil, filter: [String]? = nil",
        "`in`: String? = nil, querySelf: String? = nil, `default`: String? = nil, `inout`: String? = nil",
        #""gr%C3%B6%C3%9Fe": PathValue(id: größe)"#, #""%F0%9F%8E%89": PathValue(id: query)"#,
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.hasPrefix("fault: ") && $0.contains("names/get/parameters/15") })
    }

    @Test("S01, S02: header fields and cookies; those that the client sets are left to it, with a note")
    func fields() {
      let missing = imported.missing([
        "xTrace: String, xNumbers: [Int], session: String, queryXTrace: String? = nil, xCount: Int? = nil",
        #".header("X-Trace", xTrace)"#, #".header("X-Many", ifPresent: xMany?.joined(separator: ","))"#,
        #".header("X-Numbers", xNumbers.map { "\($0)" }.joined(separator: ","))"#,
        #".header("X-Kind", ifPresent: xKind?.rawValue)"#, #".header("X-JSON", ifPresent: xJSON.map { "\($0)" })"#,
        #".cookies(["session": session, "theme": theme?.rawValue,"#, "xDate: Date? = nil",
        #".header("X-Date", ifPresent: xDate?.ISO8601Format())"#,
      ])
      #expect(missing == [])
      for index in [8, 9] {
        #expect(
          imported.report.contains { $0.hasPrefix("note: ") && $0.contains("fields/get/parameters/\(index): the header field") }
        )
      }
    }

    @Test("S01: required arguments come first, and none has the name of another or of the body")
    func order() {
      let missing = imported.missing([
        "static func write(id: String, queryBody: String, call: String, dry: Bool? = nil, body: Thing? = nil) -> Call<Okay>",
        #"["id": PathValue(id: id), "body": PathValue(id: queryBody), "call": PathValue(id: call), "dry": PathValue(id: dry)]"#,
        "if let body { call = call.body(body) }",
      ])
      #expect(missing == [])
    }
  }
#endif
