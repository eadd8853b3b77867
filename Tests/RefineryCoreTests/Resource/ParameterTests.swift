import FoundationEssentials
import RefineryCore
import Testing

@Suite struct ParameterTests {
  private struct Member: Codable, Identifiable, Sendable, Mappable {
    static let path: URITemplate = "members"
    static let readPath: URITemplate = "members/{id}/as/{tenant}"
    static let parameters = ["tenant"]
    var id: Int
  }

  @Test("O01: a parameter that only one row of a model has belongs to that row only")
  func oneRow() throws {
    let table = EndpointTable("T", [Member.self])
    #expect(table.problems == [])
    #expect(table["Member.read"]?.parameters == ["id", "tenant"])
    #expect(table["Member.update"]?.parameters == ["id"] && table["Member.createAll"]?.parameters == [])
    #expect(try wire(Member.read(1).with("tenant", 9)) == "GET \(base)/members/1/as/9")
    #expect(try wire(Member.delete(1)) == "DELETE \(base)/members/1")
    #expect(throws: CallError.self) { try wire(Member.read(1)) }
  }

  @Test("O01: a parameter that no row has, and a placeholder that no parameter fills, are still problems")
  func faults() {
    struct Unused: Decodable, Identifiable, Sendable, Readable, Deletable {
      static let path: URITemplate = "unused"
      static let parameters = ["tennant"]
      var id: Int
    }
    struct Misspelt: Decodable, Identifiable, Sendable, Readable, Deletable {
      static let path: URITemplate = "{tenant}/misspelt"
      static let readPath: URITemplate = "{tenant}/misspelt/{ids}"
      static let parameters = ["tenant"]
      var id: Int
    }
    let unused = EndpointTable("T", [Unused.self]).problems
    #expect(unused.count == 2 && unused.allSatisfy { $0.contains("its parameter tennant has no place in the path") })
    let misspelt = EndpointTable("T", [Misspelt.self]).problems
    #expect(misspelt.count == 2 && misspelt.allSatisfy { $0.hasPrefix("Misspelt.read: ") })
    #expect(misspelt.contains { $0.contains("no parameter fills {ids}") })
  }

  @Test("O01: a parameter of one row of a child keeps its row below the parent")
  func nested() {
    struct Grant: Decodable, Identifiable, Sendable, Readable, Enumerable {
      typealias Parent = Member
      static let path: URITemplate = "grants"
      static let enumeratePath: URITemplate = "grants/of/{role}"
      static let parameters = ["role"]
      var id: Int
    }
    let table = EndpointTable("T", [Grant.self])
    #expect(table.problems == [])
    #expect(table["Member.Grant.enumerate"]?.parameters == ["member_id", "tenant", "role"])
    #expect(table["Member.Grant.read"]?.parameters == ["member_id", "tenant", "id"])
  }

  @Test("B11: an id may be in the path only, if the body is of a type without it")
  func idInPath() throws {
    struct Settings: Encodable { var name: String }
    #expect(try wire(Member.update(7, Settings(name: "a"))) == "PUT \(base)/members/7")
    #expect(try sent(Member.update(7, Settings(name: "a"))) == #"{"name":"a"}"#)
    #expect(try sent(Member.update(7, ["name": "a"])) == #"{"name":"a"}"#)
  }
}
