import FoundationEssentials
import RefineryCore
import Testing

@Suite("PathValue")
struct PathValueTests {
  @Test("A11: any identifier has a text: numbers, strings, UUIDs, and whatever describes itself")
  func identifiers() throws {
    let uuid = try #require(UUID(uuidString: "0123abcd-4567-89EF-fedc-ba9876543210"))
    #expect(PathValue(id: 5) == .text("5"))
    #expect(PathValue(id: Int.min) == .text("-9223372036854775808"))
    #expect(PathValue(id: UInt8(7)) == .text("7"))
    #expect(PathValue(id: "a/b") == .text("a/b"))
    #expect(PathValue(id: "") == .text(""))
    #expect(PathValue(id: "abc".dropFirst()) == .text("bc"))
    #expect(PathValue(id: true) == .text("true"))
    #expect(PathValue(id: uuid) == .text("0123abcd-4567-89ef-fedc-ba9876543210"))
    #expect(PathValue(id: AnyHashable(uuid)) == PathValue(id: uuid) && PathValue(id: UUID?.some(uuid)) == PathValue(id: uuid))
    struct Wrapped: RawRepresentable, Hashable { let rawValue: UUID }
    #expect(PathValue(id: Wrapped(rawValue: uuid)) == PathValue(id: uuid))
    #expect(PathValue(id: AnyHashable(5)) == .text("5"))
    for _ in 0..<100 {
      let uuid = UUID()
      #expect(PathValue(id: uuid) == .text(uuid.uuidString.lowercased()))
    }
  }

  @Test("A11: an own type gives its description, else its raw value, else what Swift says of it")
  func ownIdentifiers() throws {
    enum Reference: Hashable, CustomStringConvertible {
      case local(String)
      var description: String {
        switch self {
        case .local(let id): "local_\(id)"
        }
      }
    }
    enum Kind: String { case admin = "administrator" }
    enum Level: Int { case high = 3 }
    enum Plain: Hashable { case first }
    struct Number: RawRepresentable, Hashable { let rawValue: Int }
    enum Both: String, CustomStringConvertible {
      case one = "1"
      var description: String { "uno" }
    }
    #expect(PathValue(id: Reference.local("7")) == .text("local_7"))
    #expect(try URITemplate(stringLiteral: "posts/{id}").target(["id": PathValue(id: Reference.local("7"))]) == "posts/local_7")
    #expect(PathValue(id: Kind.admin) == .text("administrator"))
    #expect(PathValue(id: Level.high) == .text("3"))
    #expect(PathValue(id: Number(rawValue: 9)) == .text("9"))
    #expect(PathValue(id: Both.one) == .text("uno"))
    #expect(PathValue(id: Plain.first) == .text("first"))
  }

  @Test("A09: an identifier that is nil is no value, however deep the nil lies")
  func nilIdentifier() {
    #expect(PathValue(id: Int?.none) == .undefined)
    #expect(PathValue(id: Int?.some(5)) == .text("5"))
    #expect(PathValue(id: UUID?.none) == .undefined)
    #expect(PathValue(id: Int??.some(nil)) == .undefined)
    #expect(PathValue(id: String??.some("x")) == .text("x"))
  }

  @Test("A08: values are written as literals")
  func literals() {
    let number = 4
    let values: PathValues = [
      "text": "a", "interpolated": "a\(number)", "number": 5, "fraction": 0.5, "claim": true, "list": ["a", "b"],
      "map": ["k": "v", "a": "w"], "nothing": nil,
    ]
    #expect(values["text"] == .text("a"))
    #expect(values["interpolated"] == .text("a4"))
    #expect(values["number"] == .text("5"))
    #expect(values["fraction"] == .text("0.5"))
    #expect(values["claim"] == .text("true"))
    #expect(values["list"] == .list(["a", "b"]))
    #expect(values["map"] == .map([PathValue.Pair("k", "v"), PathValue.Pair("a", "w")]))
    #expect(values["nothing"] == .undefined)
    #expect(values["missing"] == .undefined)
  }

  @Test("A08: values keep their order, and the later of two under one name holds")
  func values() {
    var values = PathValues("a", "1")
    values["b"] = "2"
    values["a"] = "3"
    #expect(values.names == ["a", "b"])
    #expect(values == ["a": "3", "b": "2"])
    #expect(["a": "1", "a": "3", "b": "2"] == values)
    #expect(values.merging(["b": "4", "c": "5"]) == ["a": "3", "b": "4", "c": "5"])
    #expect(PathValues().merging(values) == values)
    #expect(values.merging([:]) == values)
    #expect(PathValues().isEmpty && PathValues().names == [] && !values.isEmpty)
    values["b"] = "9"
    #expect(values["b"] == "9")
    #expect(values.hashValue == PathValues(dictionaryLiteral: ("a", "3"), ("b", "9")).hashValue)
  }
}
