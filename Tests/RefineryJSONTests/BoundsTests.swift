import FoundationEssentials
import RefineryJSON
import Testing

/// Input and conformances that could make the module read or write outside of its memory. Debug builds assert each bound, and
/// the address sanitizer checks each access.
@Suite struct BoundsTests {
  private struct Model: JSONReadable, Equatable {
    var found: [Int] = []
    static let names = ["\0", String(repeating: "\0", count: 7), String(repeating: "\0", count: 400), "a\nb", "plain"]
    static let keys = JSONKeys(names)

    init(json: inout JSONReader) throws {
      var members = try json.object(Self.keys)
      while let member = try json.next(in: &members) {
        found.append(member)
        try json.skip()
      }
    }

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The reader has refused the document."))
    }
  }

  @Test("Names with control characters match neither the zeros behind a document nor control characters in it, but escapes")
  func controlCharacters() throws {
    let decoder = JSONModelDecoder()
    for document in ["{\"", "{\"\0", "{\"\0\":1}", "{\"a\nb\":1}", "{\"plain\":1,\""] {
      #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: Data(document.utf8)) }
    }
    let escaped = Model.names.map { name in
      name.unicodeScalars.map { $0.value == 0 ? "\\u0000" : $0 == "\n" ? "\\n" : String($0) }.joined()
    }
    let document = "{" + escaped.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try decoder.decode(Model.self, from: Data(document.utf8)).found == [0, 1, 2, 3, 4])
  }

  @Test("A name with a quote or a backslash matches only its escaped form, also in the path to a value")
  func escapedNames() throws {
    let decoder = JSONModelDecoder()
    for (name, escaped) in [(#"a\n"#, #"a\\n"#), (#"\u0061"#, #"\\u0061"#), (#"long name\t"#, #"long name\\t"#)] {
      let document = Data("{\"x\":0,\"\(name)\":1,\"\(escaped)\":2}".utf8)
      #expect(try decoder.decode(Int.self, from: document, at: [name]) == 2)
      var items = JSONItemDecoder<Int>(.array(at: [name]))
      items.push(Data("{\"\(name)\":[1],\"\(escaped)\":[2]}".utf8))
      #expect(try items.next() == 2)
    }
    #expect(try decoder.decode(Int.self, from: Data(#"{"a\"b":1}"#.utf8), at: ["a\"b"]) == 1)
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: Data(#"{"a"b":1}"#.utf8), at: ["a\"b"]) }
  }
}
