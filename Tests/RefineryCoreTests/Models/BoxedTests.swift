import Foundation
import RefineryCore
import Testing

struct BoxedTests {
  @Test("S03: a model contains itself, and copies are independent")
  func copies() {
    var user = SampleUser(id: "1", created: .distantPast, parent: SampleUser(id: "0", created: .distantPast))
    let copy = user
    user.parent?.id = "2"
    #expect(user.parent?.id == "2")
    #expect(copy.parent?.id == "0")
    #expect(copy != user)
    user.parent = nil
    #expect(user.parent == nil)
  }

  @Test("S03: a recursive model is read and written 500 deep")
  func deep() throws {
    let depth = 500
    let json = Data((String(repeating: #"{"child":"#, count: depth) + "{}" + String(repeating: "}", count: depth)).utf8)
    let chain = try JSONCoder().decode(Chain.self, from: json)
    #expect(try JSONCoder().encode(chain) == json)
  }

  @Test("S03: a document that is nested too deeply is refused")
  func tooDeep() {
    let json = Data((String(repeating: #"{"child":"#, count: 100_000) + "{}" + String(repeating: "}", count: 100_000)).utf8)
    let error = #expect(throws: MappingError.self) { try JSONCoder().decode(Chain.self, from: json) }
    #expect(error?.kind == .malformed)
  }

  @Test("S03: a field and a wrapped value may be boxed")
  func fields() throws {
    let json = Data(#"[{},{"link":null},{"link":{}}]"#.utf8)
    let links = try JSONCoder().decode([Link].self, from: json)
    #expect(links.map { $0.link.isAbsent } == [true, false, false])
    #expect(try JSONCoder().encode(links) == json)
  }
}

private struct Chain: ObjectModel {
  @Boxed var child: Chain?

  init(_ unread: Unread) {}

  mutating func list(_ members: Members) { members.optional("child", &child) }
}

private struct Link: ObjectModel {
  @Boxed var link: Field<Link>

  init(_ unread: Unread) { link = .absent }

  mutating func list(_ members: Members) { members.field("link", &link) }
}
