#if Import
  import Endpoints
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryJSON
  import RefineryOpenAPI
  import RefineryVerification
  import Testing

  @Suite("S06: drifts between a table and a description")
  struct TableComparisonTests {
    /// A change of the document, and the drift that it must give.
    struct Seed: Sendable, CustomStringConvertible {
      let pointer: String
      let value: JSONValue?
      let kind: Drift.Kind
      let effect: Drift.Effect
      let operations: Int
      var description: String { "\(kind.rawValue) \(pointer)" }

      init(_ pointer: String, _ value: JSONValue?, _ kind: Drift.Kind, _ effect: Drift.Effect, _ operations: Int = 1) {
        (self.pointer, self.value, self.kind, self.effect, self.operations) = (pointer, value, kind, effect, operations)
      }
    }

    private static let properties = "/components/schemas/Room/properties"

    static let seeds = [
      Seed("/paths/~1v2~1rooms~1{roomId}/delete", nil, .operationMissing, .breaking),
      Seed("/paths/~1v2~1rooms~1{roomId}/put", ["responses": ["204": ["description": ""]]], .operationNew, .harmless),
      Seed("\(properties)/name", nil, .memberMissing, .breaking, 4),
      Seed("\(properties)/area", nil, .memberMissing, .harmless, 4),
      Seed("\(properties)/name/type", "integer", .type, .breaking, 4),
      Seed("\(properties)/name/nullable", true, .nullability, .breaking, 4),
      Seed("/components/schemas/Room/required", ["id", "kind"], .memberRequired, .breaking, 4),
      Seed("\(properties)/kind/enum/-", "cellar", .enumValueNew, .breaking, 4),
      Seed("\(properties)/kind/enum/1", nil, .enumValueMissing, .breaking, 1),
      Seed("\(properties)/area/type", "string", .type, .breaking, 4),
      Seed("\(properties)/built_at/format", "date", .format, .breaking, 4),
      Seed("\(properties)/neighbours/items", ["type": "string"], .type, .breaking, 4),
      Seed("\(properties)/colour", ["type": "string"], .memberNew, .harmless, 4),
      Seed("/paths/~1v2~1search/get/parameters/0/name", "query", .parameterMissing, .breaking),
      Seed("/paths/~1v2~1search/get/parameters/-", ["name": "page", "in": "query"], .parameterNew, .harmless),
      Seed(
        "/paths/~1v2~1rooms/get/parameters/-", ["name": "tenant", "in": "query", "required": true], .parameterNew, .breaking),
      Seed("/paths/~1v2~1rooms~1{roomId}~1lock/post/requestBody", nil, .bodyMissing, .breaking),
      Seed(
        "/paths/~1v2~1rooms~1{roomId}/delete/requestBody",
        ["required": true, "content": ["application/json": ["schema": ["type": "object"]]]], .bodyNew, .breaking),
      Seed(
        "/paths/~1v2~1rooms~1{roomId}~1lock/post/requestBody/content/application~1json/schema/properties/pin/type", "integer",
        .type, .breaking),
      Seed("/components/schemas/Fault/properties/code/type", "string", .type, .breaking),
      Seed("/paths/~1v2~1rooms~1{roomId}/get/responses/200/content", nil, .bodyMissing, .breaking),
    ]

    @Test("each seeded drift is found, with its effect and its operations", arguments: seeds)
    func seeded(_ seed: Seed) throws {
      var json = Rooms.json
      json.set(seed.pointer, seed.value)

      let found = Comparison(Room.table, against: try Description(json)).drifts

      let matching = found.filter { $0.kind == seed.kind && $0.effect == seed.effect }
      #expect(matching.count == 1, "\(found.map(\.sentence))")
      #expect(matching.first?.operations.count == seed.operations)
      // Renaming a parameter that is needed also makes one that is needed.
      #expect(found.count == (seed.value == "query" ? 2 : 1), "\(found.map(\.sentence))")
    }

    @Test("a table has no drift from its description")
    func none() throws {
      let comparison = Comparison(Room.table, against: try Description(Rooms.json))

      #expect(comparison.drifts == [])
      #expect(comparison.notes == [])
    }

    @Test("texts, more precise types and further error statuses are no drift")
    func invisible() throws {
      let changes: [(String, JSONValue?)] = [
        ("/info/title", "Rooms of a house"), ("/servers/0/url", "https://rooms.example.com"),
        ("\(Self.properties)/name/format", "uri"), ("\(Self.properties)/name/maxLength", 80),
        ("\(Self.properties)/id/readOnly", true),
        ("\(Self.properties)/area/type", "integer"), ("\(Self.properties)/area/format", "int32"),
        ("/paths/~1v2~1rooms/get/responses/500", ["description": ""]),
        ("/paths/~1v2~1rooms/get/parameters/-", ["name": "sort", "in": "query"]),
        ("/paths/~1v2~1rooms/get/security", [["key": []]]),
      ]
      for (pointer, value) in changes {
        var json = Rooms.json
        json.set(pointer, value)
        // An integer where the table has a number: what it sends no longer fits.
        let sent = pointer.hasSuffix("area/type") ? [Drift.Kind.type] : []

        #expect(Comparison(Room.table, against: try Description(json)).drifts.map(\.kind) == sent, "\(pointer)")
      }
    }

    @Test("what a row does not show is a note")
    func notes() throws {
      var json = Rooms.json
      json.set("/paths/~1v2~1rooms~1{roomId}/get/deprecated", true)
      json.set(
        "/paths/~1v2~1rooms~1{roomId}/get/parameters", [["name": "X-Tenant", "in": "header", "required": true, "schema": [:]]])

      let comparison = Comparison(Room.table, against: try Description(json))

      #expect(comparison.drifts == [])
      #expect(comparison.notes.count == 2)
    }

    @Test("bytes, text, forms, events and redirects are no drift")
    func otherBodies() throws {
      let table = EndpointTable(
        "Files",
        rows: [
          Endpoint("File.read", .get, "files/{id}", output: Data.self),
          Endpoint("File.write", .put, "files/{id}", input: Data.self, output: String.self),
          Endpoint("File.move", .post, "files/{id}", input: Lock.self, output: Okay.self),
          Endpoint("File.watch", .get, "watch", Options { $0.headers = [.accept: "text/event-stream"] }, output: [Lock].self),
          Endpoint("File.show", .get, "show", output: Okay.self),
        ])
      let file: JSONValue = ["type": "object", "required": ["id"], "properties": ["id": ["type": "string"]]]
      let json: JSONValue = ["description": "", "content": ["application/json": ["schema": file]]]
      let binary: JSONValue = ["type": "string", "format": "binary"]
      let form: JSONValue = ["type": "object", "required": ["pin"], "properties": ["pin": ["type": "string"]]]
      let written: JSONValue = ["required": true, "content": ["application/octet-stream": ["schema": binary]]]
      let moved: JSONValue = ["required": true, "content": ["application/x-www-form-urlencoded": ["schema": form]]]
      let empty: JSONValue = ["description": ""]
      let id: JSONValue = ["name": "id", "in": "path", "required": true, "schema": ["type": "string"]]
      let files: JSONValue = [
        "parameters": [id], "get": ["responses": ["200": json]], "put": ["requestBody": written, "responses": ["200": json]],
        "post": ["requestBody": moved, "responses": ["204": empty]],
      ]
      let paths: JSONValue = [
        "/files/{id}": files, "/watch": ["get": ["responses": ["200": json]]], "/show": ["get": ["responses": ["302": empty]]],
      ]

      let comparison = Comparison(
        table,
        against: try Description(["openapi": "3.1.0", "info": ["title": "Files", "version": "1"], "paths": paths]))

      #expect(comparison.drifts == [])
      #expect(comparison.notes == [])
    }

    @Test(
      "example tables are compared without a fault, whatever their types",
      arguments: [Blog.table, Kinto.table, Household.table])
    func examples(_ table: EndpointTable) throws {
      let empty = try Description(["openapi": "3.0.3", "info": ["title": "", "version": ""], "paths": [:]])

      let found = Comparison(table, against: empty).drifts

      #expect(found.count == table.rows.count)
      #expect(found.allSatisfy { $0.kind == .operationMissing && $0.effect == .breaking })
    }
  }
#endif
