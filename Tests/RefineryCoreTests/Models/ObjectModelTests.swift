import Foundation
import RefineryCore
import Testing

struct ObjectModelTests {
  static let full = Data(
    #"{"boss":null,"created_at":1439434356,"id":"1","name":"Ann","new":[1,2],"nickname":null,"parent":{"boss":"x","created_at":0.5,"id":"0"},"role":"chief"}"#
      .utf8)

  static let user = SampleUser(
    id: "1", name: "Ann", nickname: .null, created: Date(timeIntervalSince1970: 1_439_434_356),
    role: SampleRole(rawValue: "chief"),
    parent: SampleUser(id: "0", boss: "x", created: Date(timeIntervalSince1970: 0.5)), others: ["new": [1, 2]])

  @Test("S03: a model that lists its members reads them")
  func reading() throws {
    #expect(try JSONCoder().decode(SampleUser.self, from: Self.full) == Self.user)
    #expect(try JSONDecoder().decode(SampleUser.self, from: Self.full) == Self.user)
  }

  @Test("S03: a model that lists its members writes what it read")
  func writing() throws {
    #expect(try JSONCoder().encode(Self.user) == Self.full)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(Self.user) == Self.full)
  }
}
