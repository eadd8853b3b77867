#if Import
  import RefineryImport
  import Testing

  /// The samples of models.
  @Suite struct ModelTests {
    @Test("S03: required, nullable, optional and Field; what only one side sets is optional")
    func presence() throws {
      let missing = try Imported(sample: "properties").missing([
        """
        public var a: String
        public var b: String?
        public var c: String?
        public var d: Field<Int>
        public var j: JSONValue
        /// Only the server sets it.
        public var ro: String?
        /// Only requests have it.
        public var wo: String?
        """,
        #"members.nullable("b", &b) members.optional("c", &c) members.field("d", &d) members.required("j", &j)"#,
        "l: [String?]? = nil", #"/// A flag. /// /// Deprecated. Default: `true`."#,
      ])
      #expect(missing == [])
    }

    @Test("S03: absent and null are told apart only where a request sends them")
    func received() throws {
      let text = """
        openapi: 3.1.0
        info: {title: Test, version: '1'}
        paths:
          /a: {get: {responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
        components: {schemas: {A: {type: object, properties: {x: {type: [string, 'null']}}}}}
        """
      #expect(try Imported(text).missing(["public var x: String?", #"members.optional("x", &x)"#]) == [])
    }

    @Test("S03: a whole number whose example is too large for Int is a UInt64")
    func large() throws {
      let imported = try Imported(
        Imported.schemas([
          "Limit: {type: object, properties: {messages: {type: integer, example: 9223372036854776000}, most: {type: integer, maximum: 9}}}"
        ]))
      #expect(imported.missing(["var messages: UInt64?", "var most: Int?"]) == [])
    }

    @Test("S03: a coding for each property")
    func codings() throws {
      let imported = try Imported(sample: "properties")
      let missing = imported.missing([
        "var a: Date", "var b: CalendarDate", "var c: Data", "var d: Int", "var e: Decimal", "var h: UInt64",
        #"members.required("c", &c, .base64)"#, #"members.required("d", &d, .text)"#, #"members.required("e", &e, .text)"#,
        #"members.required("f", &f)"#, #"members.required("g", &g, .unixTime)"#, #"members.optional("i", &i, .rfc2822)"#,
        #"members.optional("j", &j, .list(.text))"#, #"members.optional("k", &k, .dictionary(.unixTime))"#,
        #"members.optional("m", &m, .microsoftDate)"#, "var l: [JSONValue]?",
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.hasPrefix("note: ") && $0.contains("Codings/properties/l: a list of values") })
      #expect(imported.report.contains { $0.hasPrefix("fault: ") && $0.contains("Presence: \"ghost\" is required") })
    }

    @Test("S05: names of properties: reserved, of other members, in different case, without letters")
    func propertyNames() throws {
      let missing = try Imported(sample: "properties").missing([
        #"members.required("init", &init2)"#, #"members.required("list", &list2)"#, #"members.optional("default", &`default`)"#,
        #"members.optional("members", &self.members)"#, #"members.optional("date", &date) members.optional("Date", &date2)"#,
        #"members.optional("created_at", &created_at) members.optional("createdAt", &createdAt)"#,
        #"members.optional("1st", &value1st) members.optional("+1", &plus1) members.optional("-1", &minus1)"#,
        #"members.optional("größe", &größe)"#, #"members.optional("tab\u{9}here", &tabHere)"#,
        "members.others(&otherMembers)", #"members.required("unread", &unread2)"#,
      ])
      #expect(missing == [])
    }

    @Test("S03: enumerations are open, whatever their values are")
    func enumerations() throws {
      let imported = try Imported(sample: "enumerations")
      let missing = imported.missing([
        "struct Odd: OpenEnum", #"static var empty: Self { Self(rawValue: "") }"#,
        #"static var plus1: Self { Self(rawValue: "+1") }"#,
        #"static var minus1: Self { Self(rawValue: "-1") }"#, #"static var asc: Self { Self(rawValue: "asc") }"#,
        #"static var ASC: Self { Self(rawValue: "ASC") }"#, #"static var self2: Self { Self(rawValue: "self") }"#,
        #"static var init2: Self { Self(rawValue: "init") }"#, #"static var value1st: Self { Self(rawValue: "1st") }"#,
        #"static var a_b: Self { Self(rawValue: "a_b") }"#, #"static var `default`: Self { Self(rawValue: "default") }"#,
        // `.none` of an optional value would be its absence.
        #"static var noneValue: Self { Self(rawValue: "none") }"#,
        "let rawValue: Int", "static var valueMinus1: Self { Self(rawValue: -1) }",
        "static var value0Dot5: Self { Self(rawValue: 0.5) }",
        "typealias OpenText = NullEnum", "p5: String?", "[.x, .y]",
      ])
      #expect(missing == [])
    }

    @Test("S03: unions: by a discriminator, by a common constant, by shape; one branch is no union")
    func unions() throws {
      let imported = try Imported(sample: "unions")
      let missing = imported.missing([
        #"static var discriminator: String? { "kind" }"#, #"[UnionBranch("cat", Self.cat), UnionBranch("dog", Self.dog)]"#,
        #"static var discriminator: String? { "sort" }"#,
        #"[UnionBranch(tags: ["c", "c2"], Self.cat), UnionBranch("f", Self.fish)]"#,
        #"[UnionBranch("Cat", Self.cat), UnionBranch("Fish", Self.fish)]"#,
        "enum Untagged: UnionModel { case fish(Fish) case text(String) case list([String])",
        "enum IntOrText: UnionModel { case integer(Int) case text(String)",
        "enum Nested: UnionModel { case common(Common) case fish(Fish)",
        "public var p8: Double?", "public var p9: String?", "public var p10: Field<Fish>", "public var p11: Fish?",
        "public var p14: JSONValue?", "case list([Fish]) case list2([String])",
        "case other2(String) case content2(Int) case init2(Bool)",
        "case integer(Int) case text(String) case boolean(Bool)", "/// None of these; the value is kept. case other(JSONValue)",
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.contains("Coded/oneOf/0: in a union, the value of this branch") })
      #expect(imported.report.contains { $0.contains("Anything: a branch of the union takes any JSON") })
    }

    @Test("S02, S03: allOf is flattened, and conflicts are told; additionalProperties are typed, any or none")
    func objects() throws {
      let imported = try Imported(sample: "objects")
      let missing = imported.missing([
        "init(id: Int, more: String, note: String? = nil)", "init(id: Int, note: String)", "public var p3: Base?",
        "init(id: String, note: String? = nil)", "init(id: Int, note: String? = nil, x: String? = nil, y: String? = nil)",
        "public var p6: String?", "public var p7: [String: Base]?", "public var p8: [String: JSONValue]?",
        "public var p9: [String: String?]?",
        "public var otherMembers: [String: Int]", "public var others: [String: JSONValue]",
        "public var p13: [String: JSONValue]?",
      ])
      #expect(missing == [])
      #expect(imported.report.contains { $0.contains("Conflict/allOf/1/properties/id: \"id\" has different types") })
    }

    @Test("S03: types that contain themselves are boxed or indirect")
    func cycles() throws {
      let imported = try Imported(sample: "cycles")
      let missing = imported.missing([
        "@Boxed public var next: Direct?", "public var children: [Direct]?", "public var byName: [String: Direct]?",
        "@Boxed public var right: Right?", "@Boxed public var left: Left?", "public indirect enum Tree: UnionModel",
        "public var tree: Tree", "public enum UnionOfSelf: UnionModel", "@Boxed public var n: NullableCycle?",
      ])
      #expect(missing == [])
      for name in ["OnlySelf", "AllOfSelf", "Alias2"] {
        #expect(imported.report.contains { $0.hasPrefix("fault: ") && $0.contains("schemas/\(name): ") })
      }
      for name in ["Left", "Right", "NullableCycle"] {
        #expect(imported.report.contains { $0.hasPrefix("note: ") && $0.contains("schemas/\(name): ") })
      }
    }

    @Test(
      "S05: names of types",
      arguments: [
        ("Date", "DateModel"), ("String", "StringModel"), ("Error", "ErrorModel"), ("Type", "TypeModel"), ("self", "SelfModel"),
        ("User", "User"), ("USER", "USER"), ("user", "User3"), ("User2", "User2"), ("2fa", "Model2fa"), ("größe", "Größe"),
        ("2fa/properties/2nd", "Model2fa2nd"), ("a.b.c", "C"), ("a~1b~0c", "ABC"), ("Names", "Names2"),
        ("AllsItem", "AllsItem"),
        ("Alls/properties/item", "AllsItem2"),
      ])
    func typeNames(_ schema: String, _ name: String) throws {
      #expect(try Imported(sample: "names").names["type api.yaml#/components/schemas/\(schema)"] == name)
    }

    @Test("S03: models are Hashable and keep other members only where asked")
    func options() throws {
      let imported = try Imported(sample: "objects") {
        $0.hashable = true
        $0.keepsUnknownMembers = true
        $0.access = .package
      }
      let missing = imported.missing([
        "package struct Base: ObjectModel, Hashable {", "package var others: [String: JSONValue]",
        "package import RefineryCore",
      ])
      #expect(missing == [])
      #expect(imported.files.allSatisfy { !$0.text.contains("public ") })
    }
  }
#endif
