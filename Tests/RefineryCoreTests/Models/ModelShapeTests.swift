import Foundation
import RefineryCore
import Testing

struct ModelShapeTests {
  @Test("S06: the shape of a model has its members with their presence, types and codings")
  func object() throws {
    guard case .object(let user) = ModelShape.of(SampleUser.self) else { Issue.record("no object"); return }
    #expect(user.members.map(\.name) == ["id", "name", "nickname", "boss", "created_at", "role", "parent"])
    #expect(
      user.members.map(\.presence) == [.required, .optional, .field, .nullable, .required, .optional, .optional])
    let types: [any Any.Type] = [
      String.self, String.self, String.self, String.self, Date.self, SampleRole.self, SampleUser.self,
    ]
    #expect(user.members.map { ObjectIdentifier($0.value.type) } == types.map { ObjectIdentifier($0) })
    #expect(user.members.map { $0.value.coding?.name } == [nil, nil, nil, nil, "unixTime", nil, nil])
    #expect(ObjectIdentifier(user.members[4].value.wire) == ObjectIdentifier(Double.self))
    #expect(user.others.map { ObjectIdentifier($0.type) } == ObjectIdentifier(JSONValue.self))
    #expect(user.names.count == 7)
    // It is listed once.
    #expect(ModelShape.object(of: SampleUser.self) === user)
  }

  @Test("S06: the elements, values, known values and branches of a type can be reached")
  func within() {
    guard case .list(let list) = ModelShape.of([SampleRole?].self), case .optional(let wrapped) = ModelShape.of(list),
      case .enumeration(let values) = ModelShape.of(wrapped)
    else { Issue.record("no list of roles"); return }
    #expect(values == ["admin", "guest"])
    guard case .dictionary(let level) = ModelShape.of([String: SampleLevel].self),
      case .enumeration(let levels) = ModelShape.of(level)
    else { Issue.record("no dictionary of levels"); return }
    #expect(levels == [1, 2])
    guard case .union(let union) = ModelShape.of(SampleItem.self) else { Issue.record("no union"); return }
    #expect(union.discriminator == "type")
    #expect(union.branches.map(\.tags) == [["message"], ["call", "tool"], []])
    #expect(ObjectIdentifier(union.branches[1].type) == ObjectIdentifier(SampleCall.self))
  }

  @Test("S06: the shapes of other types")
  func others() {
    struct Plain: Codable { var id: Int }
    func name(_ type: any Any.Type) -> String { "\(ModelShape.of(type))" }
    #expect(
      [String.self, URL.self, CalendarDate.self, Int.self, UInt64.self, Double.self, Decimal.self, Bool.self].map(name)
        == ["text", "text", "text", "integer", "integer", "number", "number", "boolean"])
    #expect([Date.self, Data.self, JSONValue.self, Plain.self].map(name) == ["date", "data", "any", "opaque"])
  }

  @Test("S06: types that contain themselves have a shape, also from many tasks at once")
  func concurrent() async {
    await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<50 { group.addTask { ObjectIdentifier(ModelShape.object(of: Loop.self)) } }
      var found: Set<ObjectIdentifier> = []
      for await shape in group { found.insert(shape) }
      #expect(found.count == 1)
    }
    guard case .list(let element)? = ModelShape.object(of: Loop.self).members.first.map({ ModelShape.of($0.value.type) }) else {
      Issue.record("no list")
      return
    }
    #expect(ObjectIdentifier(element) == ObjectIdentifier(Loop.self))
  }
}

private struct Loop: ObjectModel {
  var loops: [Loop]

  init(_ unread: Unread) { loops = [] }

  mutating func list(_ members: Members) { members.required("loops", &loops) }
}
