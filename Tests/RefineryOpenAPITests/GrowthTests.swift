#if Import
  import Foundation
  import RefineryJSON
  import Testing

  @testable import RefineryOpenAPI

  @Suite("Growth of the reader's work")
  struct ReaderGrowthTests {
    /// Files and schemas that are read.
    private func work(_ text: String, _ other: String = "") throws -> (description: Description, files: Int, schemas: Int) {
      try DescriptionReader { Data(($0 == "other.yaml" ? other : text).utf8) }.readCounting("api.yaml")
    }

    @Test("Many references to parts of one file read it, and each part, once")
    func manyReferences() throws {
      let other = """
        responses:
          ok: {description: d, content: {application/json: {schema: {properties: {a: {type: string}, b: {type: string}}}}}}
        schemas:
        """ + (0..<50).map { "\n  S\($0): {properties: {a: {$ref: '#/schemas/S\(($0 + 1) % 50)'}}}" }.joined()
      func paths(_ count: Int) -> String {
        DescriptionText.paths(
          (0..<count).map {
            """
            /a\($0):
              get:
                parameters: [{name: q, in: query, schema: {$ref: 'other.yaml#/schemas/S\($0 % 50)'}}]
                responses: {'200': {$ref: 'other.yaml#/responses/ok'}}
            """
          }.joined(separator: "\n"))
      }
      let few = try work(paths(100), other)
      let many = try work(paths(400), other)
      #expect(few.files == 2 && many.files == 2)
      #expect(many.description.operations.count == 400 && many.description.schemas.count == 50)
      // One schema for each further parameter, and nothing for the shared response.
      #expect(many.schemas - few.schemas == 300)
    }

    @Test("A schema that all schemas refer to is read once")
    func sharedSchema() throws {
      func schemas(_ count: Int) -> String {
        DescriptionText.schemas(
          (0..<count).map {
            "S\($0): {properties: {a: {$ref: '#/components/schemas/S0'}, b: {$ref: '#/components/schemas/S\(count - 1)'}}}"
          }
          .joined(separator: "\n"))
      }
      #expect(try work(schemas(100)).schemas == 300)
      #expect(try work(schemas(1000)).schemas == 3000)
    }

    @Test("A chain of allOf that each extend the one before has a bounded discriminator")
    func discriminators() throws {
      let count = 600
      let schemas = (1..<count).map {
        """
        S\($0): {allOf: [{$ref: '#/components/schemas/S\($0 - 1)'}, {discriminator: {propertyName: a}, properties: {a: {}}}]}
        """
      }
      let text = DescriptionText.schemas(
        (["S0: {discriminator: {propertyName: a}, properties: {a: {}}}"] + schemas).joined(separator: "\n"))
      let description = try work(text).description
      let entries = description.schemas.values.reduce(0) { sum, named in
        guard case .all(let parts) = named.schema.kind, case .object(let object) = parts[0].kind else { return sum }
        return sum + (object.discriminator?.mapping.count ?? 0)
      }
      #expect(entries <= 100_000 && !description.pointers(.left).isEmpty)
    }

    @Test("Schemas nested too deep are cut with a fault", arguments: ["items", "allOf", "additionalProperties"])
    func deepest(_ member: String) throws {
      let isList = member == "allOf"
      let opening = isList ? "{\"allOf\": [{\"title\": \"t\"}, " : "{\"\(member)\": "
      for levels in [99, 240] {
        let schema = String(repeating: opening, count: levels) + "{}" + String(repeating: isList ? "]}" : "}", count: levels)
        let (description, _, _) = try work(
          """
          {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "components": {"schemas": {"A": \(schema)}}}
          """)
        #expect(description.pointers(.fault).isEmpty == (levels < 100), "\(description.faults)")
        #expect(description.named("A") != nil)
      }
    }

    @Test("A path of references through references ends")
    func referencesThroughReferences() throws {
      let schemas = (0..<300).map { "S\($0): {$ref: '#/components/schemas/S\(($0 + 1) % 300)/properties/x'}" }
      let description = try work(DescriptionText.schemas(schemas.joined(separator: "\n"))).description
      #expect(description.schemas.count >= 300 && !description.findings.isEmpty)
    }
  }
#endif
