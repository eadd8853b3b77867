#if Import
  import RefineryOpenAPI
  import Testing

  @Suite("Discriminators and cycles")
  struct DiscriminatorTests {
    @Test("Values name schemas by name, by reference and by file; others by their own name")
    func mapping() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas(
          """
          A:
            oneOf:
            - $ref: '#/components/schemas/B'
            - $ref: '#/components/schemas/C'
            - $ref: dog.yaml
            - $ref: '#/components/schemas/D'
            discriminator:
              propertyName: kind
              mapping: {b: B, c: '#/components/schemas/C', dog: ./dog.yaml, x: Nothing}
          B: {type: object}
          C: {type: object}
          D: {type: object}
          """), ["dog.yaml": "type: object"])
      #expect(description.named("A")?.form == "one(#B, #C, #dog.yaml, #D)<kind b=B c=C dog= D=D>")
      #expect(description.pointers(.fault) == ["api.yaml#/components/schemas/A/discriminator/mapping/x"])
      #expect(description.named("dog")?.form == "object()")
    }

    @Test("A schema that others extend knows them")
    func inheritance() throws {
      let description = try DescriptionText.read(
        """
        swagger: '2.0'
        info: {title: Test, version: '1'}
        paths: {}
        definitions:
          Pet: {type: object, discriminator: kind, properties: {kind: {type: string}}, required: [kind]}
          Cat: {allOf: [{$ref: '#/definitions/Pet'}, {properties: {name: {type: string}}}]}
          Lion: {allOf: [{$ref: '#/definitions/Cat'}, {properties: {roar: {type: string}}}]}
        """)
      #expect(description.named("Pet")?.form == "object(kind!: string)<kind Cat=Cat Lion=Lion>")
      #expect(description.findings.isEmpty)
    }

    @Test("A discriminator without a property is a fault", arguments: ["{mapping: {}}", "7", "{propertyName: [a]}"])
    func noProperty(_ discriminator: String) throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas("A: {oneOf: [{type: string}, {type: object}], discriminator: \(discriminator)}"))
      #expect(description.named("A")?.form == "one(string, object())")
      #expect(!description.pointers(.fault).isEmpty)
    }

    struct Cycle: Sendable, CustomStringConvertible {
      var schemas: String
      var form: String
      var isFault = true
      var description: String { schemas }
    }

    @Test(
      "Schemas that are made of themselves are cut, those that contain themselves stay",
      arguments: [
        Cycle(schemas: "A: {$ref: '#/components/schemas/A'}", form: "any"),
        Cycle(schemas: "A: {$ref: '#/components/schemas/B'}\nB: {$ref: '#/components/schemas/A'}", form: "#B"),
        Cycle(
          schemas: "A: {allOf: [{$ref: '#/components/schemas/A'}, {type: object}]}", form: "object()"),
        Cycle(
          schemas: "A: {anyOf: [{$ref: '#/components/schemas/A'}, {type: string}, {type: integer}]}",
          form: "any(string, integer)"),
        Cycle(
          schemas: "A: {properties: {a: {$ref: '#/components/schemas/A'}}}", form: "object(a: #A)", isFault: false),
        Cycle(
          schemas: "A: {anyOf: [{type: string}, {items: {$ref: '#/components/schemas/A'}}]}", form: "any(string, array(#A))",
          isFault: false),
      ])
    func cycles(_ cycle: Cycle) throws {
      let description = try DescriptionText.read(DescriptionText.schemas(cycle.schemas))
      #expect(description.named("A")?.form == cycle.form)
      #expect(description.findings.count == (cycle.isFault ? 1 : 0), "\(description.faults)")
      // A chain ends.
      #expect(description.named("A").flatMap(description.resolved) != nil)
    }

    @Test("Every branch that leads back is cut, and no other")
    func manyCycles() throws {
      let count = 40
      let schemas = (0..<count).map { number in
        let back = (0...number).map { "{$ref: '#/components/schemas/S\($0)'}" }.joined(separator: ", ")
        return "S\(number): {anyOf: [{type: string}, \(back), {$ref: '#/components/schemas/S\((number + 1) % count)'}]}"
      }
      let description = try DescriptionText.read(DescriptionText.schemas(schemas.joined(separator: "\n")))
      for (key, named) in description.schemas {
        let number = Int(key.pointer.drop { !$0.isNumber }) ?? -1
        #expect(named.schema.form == (number == count - 1 ? "string" : "any(string, #S\(number + 1))"))
      }
      #expect(description.pointers(.fault).count == count)
    }

    @Test("A cut that makes a union its last branch closes no other chain")
    func closedByCut() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas(
          """
          A: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
          B: {allOf: [{$ref: '#/components/schemas/A'}, {type: object}]}
          """))
      #expect(description.named("A")?.form == "#B" && description.named("B")?.form == "object()")
      #expect(description.pointers(.fault).count == 2)
    }

    @Test("A long chain of references is followed to its end")
    func longChain() throws {
      let count = 3000
      let links = (0..<count).map { "S\($0): {$ref: '#/components/schemas/S\($0 + 1)'}" }
      let description = try DescriptionText.read(
        DescriptionText.schemas((links + ["S\(count): {type: string}"]).joined(separator: "\n")))
      #expect(description.named("S0").flatMap(description.resolved)?.form == "string")
      #expect(description.findings.isEmpty)
    }
  }
#endif
