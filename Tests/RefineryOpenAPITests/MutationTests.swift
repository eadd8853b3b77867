#if Import
  import Foundation
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @Suite("Damaged descriptions")
  struct MutationTests {
    @Test("A damaged description is read to its end or refused, never more", arguments: ["3.0.3", "3.1.0", "3.2.0", "2.0"])
    func mutations(_ version: String) throws {
      var random = SeededGenerator(seed: 30)
      let original = try JSONValue(parsing: version == "2.0" ? Self.swagger : Self.openAPI.replacing("VERSION", with: version))
      for _ in 0..<150 {
        var damaged = original
        for _ in 0..<Int.random(in: 1...4, using: &random) { damaged = Mutation.damaged(damaged, &random) }
        let data = Data(damaged.description.utf8)
        do {
          let description = try DescriptionReader { _ in data }.read("api.json")
          #expect(Set(description.schemaOrder) == Set(description.schemas.keys))
          for (_, named) in description.schemas { #expect(description.resolved(named.schema) != nil, "\(damaged)") }
          #expect(description.danglingKeys == [], "\(damaged)")
          #expect(description.operations.count <= 12)
        } catch {
          #expect(error is DescriptionError, "\(error)")
        }
      }
    }

    @Test("Damaged text is parsed or refused, never more", arguments: ["yaml", "json"])
    func text(_ format: String) throws {
      var random = SeededGenerator(seed: 31)
      let original = Array((format == "yaml" ? Self.yaml : Self.openAPI.replacing("VERSION", with: "3.1.0")).utf8)
      let pieces =
        [
          "\"", "'", "{", "}", "[", "- ", ": ", "\n", "  ", "&a ", "*a", "<<: *a\n", "!!int ", "|\n", "? ", "\t", "\\", "%",
          "\0",
          "#",
        ]
        .map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]
      for _ in 0..<600 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let start = Int.random(in: 0..<bytes.count, using: &random)
          let end = min(start + Int.random(in: 0...3, using: &random), bytes.count)
          bytes.replaceSubrange(start..<end, with: pieces[Int.random(in: 0..<pieces.count, using: &random)])
        }
        let data = Data(bytes)
        do {
          _ = try DescriptionReader { _ in data }.read("api.yaml")
        } catch {
          #expect(error is DescriptionError, "\(error)")
        }
      }
    }

    @Test("Each member of a wrong type is found", arguments: ["3.1.0", "2.0"])
    func wrongTypes(_ version: String) throws {
      let original = try JSONValue(parsing: version == "2.0" ? Self.swagger : Self.openAPI.replacing("VERSION", with: version))
      let known = try DescriptionReader { _ in Data(original.description.utf8) }.read("api.json")
      #expect(known.findings.isEmpty, "\(known.faults)")
      for pointer in Mutation.pointers(original) where Self.isTyped(pointer) {
        let damaged = Mutation.replacing(original, pointer[...], with: [[7]])
        let description = try? DescriptionReader { _ in Data(damaged.description.utf8) }.read("api.json")
        // The version and the whole file are refused.
        guard let description else {
          #expect(pointer.count <= 1)
          continue
        }
        #expect(!description.findings.isEmpty, "\(pointer)")
      }
    }

    /// Whether the member at a pointer may not be a list of lists.
    private static func isTyped(_ pointer: [String]) -> Bool {
      !pointer.contains { ["example", "default", "value", "enum", "examples"].contains($0) || $0.hasPrefix("x-") }
    }

    static let yaml = """
      openapi: 3.1.0
      info: {title: "T \\u00e9", version: '1'}
      base: &base {type: object, properties: {a: {type: string}}}
      paths:
        /a/{id}:
          get:
            description: |
              Several
              lines.
            parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
            responses: {200: {description: >-
              folded}}
      components:
        schemas:
          A: *base
          B:
            <<: *base
            required: [a]
      """

    static let openAPI = """
      {"openapi": "VERSION", "info": {"title": "T", "version": "1", "license": {"name": "MIT"}},
       "servers": [{"url": "https://{a}.example.com", "variables": {"a": {"default": "x"}}}], "tags": [{"name": "t"}],
       "security": [{"key": []}],
       "paths": {
         "/a/{id}": {
           "parameters": [{"$ref": "#/components/parameters/id"}],
           "get": {"operationId": "one", "tags": ["t"], "summary": "s", "parameters": [
               {"name": "q", "in": "query", "style": "form", "explode": true, "schema": {"type": "array", "items": {"type": "string"}}}],
             "responses": {"200": {"$ref": "#/components/responses/ok"}, "4XX": {"description": "d"}}},
           "post": {"deprecated": true, "security": [], "requestBody": {"required": true, "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/A"}, "examples": {"e": {"value": 1}}},
               "multipart/form-data": {"schema": {"type": "object", "properties": {"f": {"type": "string"}}},
                 "encoding": {"f": {"contentType": "a/b"}}}}},
             "responses": {"default": {"description": "d"}}}},
         "/b": {"delete": {"servers": [{"url": "/"}], "responses": {"204": {"description": "d"}}}}},
       "components": {
         "parameters": {"id": {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}},
         "responses": {"ok": {"description": "d", "headers": {"X": {"schema": {"type": "integer"}}},
           "content": {"application/json": {"schema": {"$ref": "#/components/schemas/B"}}}}},
         "securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}},
         "schemas": {
           "A": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "enum": ["x", "y"]},
             "n": {"type": "integer", "minimum": 1}}, "additionalProperties": {"type": "string"}},
           "B": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {
             "b": {"$ref": "#/components/schemas/B"}}}]},
           "C": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}],
             "discriminator": {"propertyName": "a", "mapping": {"x": "A"}}},
           "D": {"$ref": "#/components/schemas/C"}}}}
      """

    static let swagger = """
      {"swagger": "2.0", "info": {"title": "T", "version": "1"}, "host": "example.com", "basePath": "/v1", "schemes": ["https"],
       "consumes": ["application/json"], "produces": ["application/json"], "security": [{"key": []}],
       "securityDefinitions": {"key": {"type": "apiKey", "name": "k", "in": "header"}},
       "paths": {
         "/a/{id}": {
           "parameters": [{"$ref": "#/parameters/id"}],
           "get": {"operationId": "one", "parameters": [
               {"name": "q", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": "multi"}],
             "responses": {"200": {"$ref": "#/responses/ok"}}},
           "post": {"parameters": [{"name": "b", "in": "body", "required": true, "schema": {"$ref": "#/definitions/A"}}],
             "responses": {"default": {"description": "d", "schema": {"type": "file"}}}}},
         "/b": {"post": {"consumes": ["multipart/form-data"], "parameters": [
             {"name": "f", "in": "formData", "type": "file"}, {"name": "g", "in": "formData", "type": "string", "required": true}],
           "responses": {"204": {"description": "d"}}}}},
       "parameters": {"id": {"name": "id", "in": "path", "required": true, "type": "string"}},
       "responses": {"ok": {"description": "d", "headers": {"X": {"type": "integer"}}, "schema": {"$ref": "#/definitions/B"}}},
       "definitions": {
         "A": {"type": "object", "discriminator": "a", "required": ["a"], "properties": {"a": {"type": "string"}}},
         "B": {"allOf": [{"$ref": "#/definitions/A"}, {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}}]}}}
      """
  }
#endif
