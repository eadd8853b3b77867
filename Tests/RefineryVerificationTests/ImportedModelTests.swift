#if Import
  import Foundation
  import RefineryCore
  import RefineryJSON
  import RefineryOpenAPI
  import RefineryVerification
  import Testing

  /// Models as `refinery import` writes them.
  private struct Account: ObjectModel {
    var id: Int
    var name: String?
    var role: Role
    var created: Date
    var pet: Animal?

    init(_ unread: Unread) {
      (id, role, created) = (0, Role(unread), .distantPast)
    }

    mutating func list(_ members: Members) {
      members.required("id", &id)
      members.optional("name", &name)
      members.required("role", &role)
      members.required("created_at", &created, .unixTime)
      members.optional("pet", &pet)
    }
  }

  private struct Role: OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    static var knownValues: [Self] { [Self(rawValue: "admin"), Self(rawValue: "guest")] }
  }

  private struct Cat: ObjectModel {
    var lives: Int
    init(_ unread: Unread) { lives = 0 }
    mutating func list(_ members: Members) { members.required("lives", &lives) }
  }

  private struct Dog: ObjectModel {
    var barks: Bool
    init(_ unread: Unread) { barks = false }
    mutating func list(_ members: Members) { members.required("barks", &barks) }
  }

  private enum Animal: UnionModel {
    case cat(Cat)
    case dog(Dog)
    case other(JSONValue)

    static var branches: [UnionBranch<Animal>] { [UnionBranch(Animal.cat), UnionBranch(Animal.dog)] }

    var content: any Codable & Sendable {
      switch self {
      case .cat(let content): content
      case .dog(let content): content
      case .other(let content): content
      }
    }
  }

  @Suite("S06: imported tables")
  struct ImportedModelTests {
    private let table = EndpointTable(
      "Accounts",
      rows: [
        Endpoint("Accounts.read", .get, "accounts/{id}", output: Account.self),
        Endpoint("Accounts.replace", .put, "accounts/{id}", input: Account.self, output: Okay.self),
      ])

    private static let json: JSONValue = [
      "openapi": "3.1.0", "info": ["title": "Accounts", "version": "1"],
      "paths": [
        "/accounts/{id}": [
          "parameters": [["name": "id", "in": "path", "required": true, "schema": ["type": "integer"]]],
          "get": ["responses": ["200": ["description": "", "content": ["application/json": ["schema": account]]]]],
          "put": [
            "requestBody": ["required": true, "content": ["application/json": ["schema": account]]],
            "responses": ["204": ["description": ""]],
          ],
        ]
      ],
      "components": [
        "schemas": [
          "Account": [
            "type": "object", "required": ["id", "role", "created_at"],
            "properties": [
              "id": ["type": "integer", "readOnly": true], "name": ["type": "string"],
              "role": ["type": "string", "enum": ["admin", "guest"]], "created_at": ["type": "integer"],
              "pet": ["oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]]],
            ],
          ],
          "Cat": ["type": "object", "required": ["lives"], "properties": ["lives": ["type": "integer"]]],
          "Dog": ["type": "object", "required": ["barks"], "properties": ["barks": ["type": "boolean"]]],
          "Bird": ["type": "object", "properties": ["flies": ["type": "boolean"]]],
        ]
      ],
    ]

    private static let account: JSONValue = ["$ref": "#/components/schemas/Account"]

    private func drifts(_ pointer: String, _ value: JSONValue?) throws -> [Drift] {
      var json = Self.json
      json.set("/components/schemas\(pointer)", value)
      return Comparison(table, against: try Description(json)).drifts
    }

    @Test("a table has no drift from the description that it was made of")
    func none() throws {
      #expect(Comparison(table, against: try Description(Self.json)).drifts == [])
    }

    @Test("open enumerations and unions accept what is new")
    func open() throws {
      let role = try drifts("/Account/properties/role/enum/-", "owner")
      #expect(role.map(\.kind) == [.enumValueNew] && role[0].effect == .harmless)
      let pet = try drifts("/Account/properties/pet/oneOf/-", ["$ref": "#/components/schemas/Bird"])
      #expect(pet.map(\.kind) == [.branchNew] && pet[0].effect == .harmless)
    }

    @Test("members are compared through unions and in both directions")
    func members() throws {
      let lives = try drifts("/Cat/properties/lives/type", "string")
      #expect(lives.map(\.kind) == [.type] && lives[0].operations.count == 2)
      let role = try drifts("/Account/required", ["id", "created_at"])
      #expect(role.map(\.kind) == [.memberRequired] && role[0].effect == .breaking && role[0].directions == [.response])
      let name = try drifts("/Account/required", ["id", "role", "created_at", "name"])
      #expect(name.map(\.kind) == [.memberRequired] && name[0].effect == .breaking && name[0].directions == [.request])
      let gone = try drifts("/Account/properties/role", nil)
      #expect(gone.map(\.kind) == [.memberMissing] && gone[0].effect == .breaking)
    }
  }
#endif
