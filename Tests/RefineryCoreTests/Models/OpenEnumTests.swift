import Foundation
import RefineryCore
import Testing

struct OpenEnumTests {
  @Test("S03: a value that an enumeration does not know survives a round trip")
  func roundTrip() throws {
    struct Values: Codable, Equatable {
      var roles: [SampleRole]
      var level: SampleLevel
      var rate: SampleRate?
    }
    let json = Data(#"{"level":9,"rate":1.25,"roles":["admin","chief",""]}"#.utf8)
    let values = try JSONCoder().decode(Values.self, from: json)
    #expect(values.roles.map(\.isKnown) == [true, false, false])
    #expect(!values.level.isKnown)
    #expect(try JSONCoder().encode(values) == json)
    #expect(try JSONDecoder().decode(Values.self, from: try JSONEncoder().encode(values)) == values)
  }

  @Test("S03: a raw value of another type is refused")
  func wrongType() {
    let error = #expect(throws: MappingError.self) { try JSONCoder().decode([SampleRole].self, from: Data("[7]".utf8)) }
    #expect(error?.kind == .wrongType)
    #expect(error?.codingPath == ["[0]"])
  }

  @Test("S03: in paths, queries and text an enumeration is its raw value")
  func requests() {
    #expect(PathValue(id: SampleRole(rawValue: "a/b")) == "a/b")
    #expect(PathValue(id: SampleLevel.high) == "2")
    #expect(PathValue(id: SampleRate.half) == "0.5")
    #expect(QueryEncoder().encode(["role": SampleRole.admin, "level": SampleLevel.low]) == "level=1&role=admin")
    #expect("\(SampleRole.admin) \(SampleLevel.high)" == "admin 2")
  }

  @Test("S03: a switch compares with the known values")
  func matching() {
    func isAdmin(_ role: SampleRole) -> Bool {
      switch role {
      case .admin: true
      default: false
      }
    }
    #expect(isAdmin(SampleRole(rawValue: "admin")))
    #expect(!isAdmin(SampleRole(rawValue: "Admin")))
    #expect(Set([SampleRole.admin, SampleRole(rawValue: "admin")]).count == 1)
  }
}
