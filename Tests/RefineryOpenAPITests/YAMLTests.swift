#if Import
  import Foundation
  import RefineryJSON
  import Testing

  @testable import RefineryOpenAPI

  @Suite("YAML")
  struct YAMLTests {
    private func value(_ text: String) throws -> JSONValue {
      try DocumentParser.parse(Data(text.utf8), in: "a.yaml").value
    }

    @Test(
      "Plain scalars follow the core schema of YAML 1.2",
      arguments: [
        ("yes", "\"yes\""), ("no", "\"no\""), ("NO", "\"NO\""), ("on", "\"on\""), ("off", "\"off\""), ("y", "\"y\""),
        ("true", "true"), ("False", "false"), ("TRUE", "true"), ("~", "null"), ("null", "null"), ("Null", "null"), ("", "null"),
        ("2024-01-02", "\"2024-01-02\""), ("2024-01-02T03:04:05Z", "\"2024-01-02T03:04:05Z\""), ("12:30:45", "\"12:30:45\""),
        ("1_000", "\"1_000\""), ("0b11", "\"0b11\""), ("0o17", "15"), ("0x1F", "31"), ("0x-1", "\"0x-1\""), ("017", "17"),
        ("1", "1"), ("-7", "-7"), ("+7", "7"), ("1.0", "1.0"), ("1e3", "1e3"), (".5", "0.5"), ("5.", "5"), ("+.5e1", "0.5e1"),
        ("9223372036854776000123", "9223372036854776000123"), (".inf", "\".inf\""), ("-.INF", "\"-.INF\""),
        (".nan", "\".nan\""),
        ("1.2.3", "\"1.2.3\""), ("-", "\"-\""), ("'1'", "\"1\""), ("\"true\"", "\"true\""), ("!!str 1", "\"1\""),
        ("!!int '1'", "1"), ("!own 1", "\"1\""),
      ])
    func scalars(_ text: String, _ json: String) throws {
      // A lone hyphen begins a list.
      let document = text == "-" ? "a: \"-\"" : "a: \(text)"
      #expect(try value(document)["a"]?.description == json)
    }

    @Test("Names are text, and keep their order")
    func names() throws {
      #expect(try value("b: 1\n200: 2\nnull: 3\nyes: 4").description == #"{"b":1,"200":2,"null":3,"yes":4}"#)
    }

    @Test("Anchors are copied, and merge keys add what is not there")
    func anchors() throws {
      let text = """
        base: &base {a: 1, b: 2}
        more: &more {b: 3, c: 4}
        one: {<<: *base, b: 5}
        two: {<<: [*base, *more], d: 6}
        text: {"<<": 7}
        """
      let json = try value(text)
      #expect(json["one"] == ["b": 5, "a": 1])
      #expect(json["two"] == ["d": 6, "a": 1, "b": 2, "c": 4])
      #expect(json["text"] == ["<<": 7])
    }

    @Test("A file whose aliases make it huge is refused")
    func aliasBomb() throws {
      var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      for level in 1...12 {
        let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        text += "a\(level): &a\(level) [\(aliases)]\n"
      }
      let error = try #require(throws: DescriptionError.self) { try value(text) }
      #expect(error.reason.contains("aliases") && error.line != nil)
    }

    @Test("Aliases are copies of what is before them, and only whole values")
    func aliases() throws {
      let json = try value(
        """
        a: &a [1, &b x]
        b: *b
        *b : *a
        t: |
          use *a and &a
        q: '*a'
        u: x *a
        n: {? *b : 2}
        """)
      #expect(json["b"] == "x" && json["x"] == [1, "x"] && json["t"] == "use *a and &a\n")
      #expect(json["q"] == "*a" && json["u"] == "x *a" && json["n"] == ["x": 2])
      for wrong in ["a: *b\nb: &b 1", "a: &a [*a]", "b: &b 1\na: *b c", "b: &b 1\na: *c", "b: &b [1]\n*b : 1"] {
        let error = #expect(throws: DescriptionError.self, "\(wrong)") { try value(wrong) }
        #expect(error?.line != nil)
      }
    }

    @Test("Aliases can be neither nested without end nor names of huge size")
    func aliasChains() throws {
      var deep = "a0: &a0 x\n"
      var wide = "a0: &a0 [x, x]\n"
      for level in 1...300 {
        let brackets = (String(repeating: "[", count: 450), String(repeating: "]", count: 450))
        deep += "a\(level): &a\(level) \(brackets.0)*a\(level - 1)\(brackets.1)\n"
        wide += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n? *a\(level)\n: 1\n"
      }
      let error = #expect(throws: DescriptionError.self) { try value(deep) }
      #expect(error?.reason.contains("nested levels") == true && error?.line == 3)
      #expect(throws: DescriptionError.self) { try value(wide) }
    }

    @Test("Deep nesting is refused", arguments: ["[", "{a: ", "- "])
    func depth(_ opening: String) throws {
      for levels in [501, 900, 10_000] {
        let error = #expect(throws: DescriptionError.self) { try value("a:\n  " + String(repeating: opening, count: levels)) }
        #expect(error?.line != nil || error?.reason.contains("nest") == true)
      }
    }

    @Test("Deep nesting of JSON is refused")
    func depthOfJSON() throws {
      let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      let error = try #require(throws: DescriptionError.self) { try value(text) }
      #expect(error.reason.contains("500 levels") || error.reason.lowercased().contains("nest"))
    }

    @Test("A file that is neither JSON nor YAML is refused with its place")
    func malformed() throws {
      let json = #expect(throws: DescriptionError.self) { try value("{\n  \"a\": [1,\n  \"b\": 2}") }
      #expect(json?.line == 3 && json?.column != nil)
      let yaml = #expect(throws: DescriptionError.self) { try value("a: 1\nb: [1,\nc: }\n") }
      #expect(yaml?.line == 3 && yaml?.description.hasPrefix("a.yaml:3:") == true)
      #expect(throws: DescriptionError.self) { try value("") }
      #expect(throws: DescriptionError.self) { try value("a: *b") }
      #expect(throws: DescriptionError.self) { try DocumentParser.parse(Data([0x61, 0x3A, 0x20, 0xFF]), in: "a") }
    }

    @Test("Repeated names are faults with their place")
    func repeatedNames() throws {
      let yaml = try DocumentParser.parse(Data("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n".utf8), in: "a.yaml")
      #expect(yaml.value["b"]?["c"] == 3 && yaml.value["b"]?["d"] == 2)
      #expect(yaml.findings.map(\.kind) == [.fault] && yaml.findings[0].reason.contains("line 3, column 3"))
      let json = try DocumentParser.parse(Data("{\"a\": 1,\n \"a\": 2}".utf8), in: "a.json")
      #expect(json.value["a"] == 1 && json.findings.map(\.kind) == [.fault])
      #expect(json.findings[0].reason.contains("line 2"))
    }

    @Test("A file that repeats very many names is refused, not read without end")
    func manyRepeatedNames() throws {
      let text = (0..<50).map { "k\($0): 1\nk\($0): 2" }.joined(separator: "\n")
      let error = try #require(throws: DescriptionError.self) { try value(text) }
      #expect(error.reason.contains("repeats"))
    }

    @Test("JSON is recognised by its content, in YAML and in JSON escapes of surrogates are characters")
    func surrogates() throws {
      #expect(try value(#"{"a": "\ud83d\ude00"}"#)["a"] == "😀")
      #expect(try value(#"a: "x\ud83d\ude00\\ud83d""#)["a"] == #"x😀\ud83d"#)
      #expect(try value("{a: 1, b: [2]}") == ["a": 1, "b": [2]])
      #expect(try value("\u{FEFF}a: 1") == ["a": 1])
    }
  }
#endif
