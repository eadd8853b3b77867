#if Import
  import Foundation
  import RefineryJSON
  import RefineryOpenAPI

  /// What the server of a small table says of itself, as a description that a person would write.
  enum Rooms {
    static let json: JSONValue = [
      "openapi": "3.0.3", "info": ["title": "Rooms", "version": "1"], "servers": [["url": "https://rooms.example.com/api"]],
      "paths": [
        "/v2/rooms": [
          "get": [
            "parameters": [["name": "floor", "in": "query", "schema": ["type": "integer"]]],
            "responses": ["200": list],
          ],
          "post": [
            "requestBody": ["required": true, "content": ["application/json": ["schema": room]]], "responses": ["201": one],
          ],
        ],
        "/v2/rooms/{roomId}": [
          "parameters": [["name": "roomId", "in": "path", "required": true, "schema": ["type": "string"]]],
          "get": ["responses": ["200": one, "404": ["description": "", "content": ["application/json": ["schema": fault]]]]],
          "delete": ["responses": ["204": ["description": ""]]],
        ],
        "/v2/search": [
          "get": [
            "parameters": [
              ["name": "text", "in": "query", "required": true, "schema": ["type": "string"]],
              ["name": "limit", "in": "query", "schema": ["type": "integer"]],
            ],
            "responses": ["200": list],
          ]
        ],
        "/v2/rooms/{roomId}/lock": [
          "parameters": [["name": "roomId", "in": "path", "required": true, "schema": ["type": "string"]]],
          "post": [
            "requestBody": ["required": true, "content": ["application/json": ["schema": lock]]],
            "responses": ["204": ["description": ""]],
          ],
        ],
      ],
      "components": [
        "schemas": [
          "Room": [
            "type": "object", "required": ["id", "name", "kind"],
            "properties": [
              "id": ["type": "string"], "name": ["type": "string"],
              "kind": ["type": "string", "enum": ["kitchen", "bedroom"]], "area": ["type": "number"],
              "built_at": ["type": "string", "format": "date-time"],
              "neighbours": ["type": "array", "items": ["$ref": "#/components/schemas/Room"]],
            ],
          ],
          "Fault": ["type": "object", "required": ["code"], "properties": ["code": ["type": "integer"]]],
        ]
      ],
    ]

    private static let room: JSONValue = ["$ref": "#/components/schemas/Room"]
    private static let fault: JSONValue = ["$ref": "#/components/schemas/Fault"]
    private static let lock: JSONValue = ["type": "object", "required": ["pin"], "properties": ["pin": ["type": "string"]]]
    private static let one: JSONValue = [
      "description": "",
      "content": ["application/json": ["schema": ["type": "object", "required": ["room"], "properties": ["room": room]]]],
    ]
    private static let list: JSONValue = [
      "description": "",
      "content": [
        "application/json": [
          "schema": [
            "type": "object", "required": ["rooms"], "properties": ["rooms": ["type": "array", "items": room]],
          ]
        ]
      ],
    ]
  }

  extension Description {
    /// The description of a JSON document.
    init(_ json: JSONValue) throws {
      self = try DescriptionReader(loading: { _ in json.data() }).read("api.json")
    }
  }

  extension JSONValue {
    /// Replaces, adds or (for nil) removes what is at a JSON pointer.
    mutating func set(_ pointer: String, _ value: JSONValue?) {
      let parts = pointer.split(separator: "/").map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
      self = setting(parts[...], value)
    }

    private func setting(_ parts: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
      guard let name = parts.first else { return value ?? .null }
      if var list = array, let index = Int(name), list.indices.contains(index) {
        if parts.count == 1, value == nil {
          list.remove(at: index)
        } else {
          list[index] = list[index].setting(parts.dropFirst(), value)
        }
        return .array(list)
      }
      if let list = array, name == "-", let value { return .array(list + [value]) }
      var members = object ?? [:]
      members[name] = parts.count == 1 ? value : (members[name] ?? [:]).setting(parts.dropFirst(), value)
      return .object(members)
    }
  }
#endif
