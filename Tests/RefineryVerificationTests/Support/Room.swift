#if Import
  import Foundation
  import RefineryCore

  /// A room, with the rows of its capabilities and two of its own.
  struct Room: Codable, Identifiable, Sendable, Creatable, Readable, Deletable, Enumerable {
    enum Kind: String, Codable, Sendable, CaseIterable { case kitchen, bedroom }

    static let path: URITemplate = "rooms"
    static let objectEnvelope: MemberPath = "room"
    static let listEnvelope: MemberPath = "rooms"
    static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
    static let options = Options { $0.errors.add(RoomFault.self, for: 404) }
    static let customEndpoints = [
      endpoint("search", .get, "search{?text,limit}", output: [Room].self),
      endpoint("lock", .post, "rooms/{id}/lock", input: Lock.self, output: Okay.self),
    ]

    var id: String
    var name: String
    var kind: Kind
    var area: Double?
    var builtAt: Date?
    var neighbours: [Room]?

    static let table = EndpointTable("Rooms", [Room.self])
  }

  struct Lock: Codable, Sendable { var pin: String }

  struct RoomFault: Decodable, Error, Sendable { var code: Int }
#endif
