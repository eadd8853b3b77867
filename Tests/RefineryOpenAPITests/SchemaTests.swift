#if Import
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @Suite("Schemas")
  struct SchemaTests {
    struct Case: Sendable, CustomStringConvertible {
      var text: String
      var form: String
      /// The members of the schema that have a finding.
      var findings: [String]
      var version: String
      var description: String { "\(text) (\(version))" }

      init(_ text: String, _ form: String, _ findings: [String] = [], in version: String = "3.1.0") {
        self.text = text
        self.form = form
        self.findings = findings
        self.version = version
      }
    }

    @Test(
      "Schemas that say the same have one form",
      arguments: [
        // Null in all its spellings.
        Case("{type: string, nullable: true}", "string?", in: "3.0.3"),
        Case("{type: string, x-nullable: true}", "string?", in: "3.0.3"),
        Case("{type: string, nullable: true}", "string?", ["/nullable"]),
        Case("{type: [string, 'null']}", "string?"),
        Case("{type: [string, 'null']}", "string?", ["/type", "/type/1"], in: "3.0.3"),
        Case("{type: [string, null]}", "string?", ["/type/1"]),
        Case("{type: 'null'}", "null?"),
        Case("{type: ['null']}", "null?"),
        Case("{oneOf: [{type: 'null'}, {type: string}]}", "string?"),
        Case("{anyOf: [{type: string}, {enum: [null]}]}", "string?"),
        Case("{anyOf: [{type: string}, {const: null}]}", "string?"),
        Case("{oneOf: [{$ref: '#/components/schemas/B'}, {nullable: true}]}", "#B?", ["/oneOf/1/nullable"]),
        Case("{oneOf: [{type: 'null'}]}", "null?"),
        Case("{anyOf: [{type: [string, 'null']}, {type: integer}]}", "any(string, integer)?"),
        Case("{type: string, enum: [a, null]}", #"string["a"]?"#),
        Case("{enum: [null]}", "null?"),
        Case("{$ref: '#/components/schemas/B', nullable: true}", "#B?", in: "3.0.3"),
        Case("{allOf: [{$ref: '#/components/schemas/B'}], nullable: true}", "#B?", in: "3.0.3"),
        // Types.
        Case("true", "any"),
        Case("false", "never"),
        Case("true", "any", [""], in: "3.0.3"),
        Case("{}", "any"),
        Case("{properties: {a: {type: string}}}", "object(a: string)"),
        Case("{additionalProperties: false}", "object(closed)"),
        Case("{items: {type: string}}", "array(string)"),
        Case("{enum: [a, b]}", #"string["a","b"]"#),
        Case("{enum: [1, 2]}", "integer[1,2]"),
        Case("{enum: [1, 2.5]}", "number[1,2.5]"),
        Case("{enum: [1, a]}", #"any(integer[1], string["a"])"#),
        Case("{const: 1}", "integer[1]"),
        Case("{type: [string, integer]}", "any(string, integer)"),
        Case("{type: [integer, number]}", "number"),
        Case("{type: [string, integer], enum: [a]}", #"string["a"]"#),
        Case("{type: String}", "string", ["/type"]),
        Case("{type: float}", "any", ["/type"]),
        Case("{type: 7}", "any", ["/type"]),
        Case("{type: file}", "string", ["/type"]),
        Case("{type: array}", "array(any)"),
        Case("{type: array}", "array(any)", [""], in: "3.0.3"),
        Case("{type: string, properties: {a: {}}}", "string", ["/properties"]),
        Case("{type: object, items: {}}", "object()", ["/items"]),
        Case("seven", "any", [""]),
        Case("{$ref: 7, type: string}", "string", ["/$ref"]),
        // Values.
        Case("{type: string, enum: [1, true, x]}", #"string["1","true","x"]"#, ["/enum"]),
        Case("{type: integer, enum: ['1', 2]}", "integer[1,2]", ["/enum"]),
        Case("{type: integer, enum: [1.0, x]}", "integer[1.0]", ["/enum"]),
        Case("{type: array, items: {type: string}, enum: [a]}", "array(string)", ["/enum"]),
        Case("{type: string, enum: []}", "string", ["/enum"]),
        Case("{type: string, enum: [a, a]}", #"string["a"]"#, ["/enum"]),
        Case("{type: string, enum: a}", "string", ["/enum"]),
        // Objects.
        Case("{type: object, properties: {a: {}}, required: [a, b]}", "object(a!: any, b!)"),
        Case("{type: object, required: true}", "object()", ["/required"]),
        Case("{type: object, required: [a, a]}", "object(a!)", ["/required"]),
        Case("{type: object, additionalProperties: true}", "object(open)"),
        Case("{type: object, additionalProperties: {}}", "object(open)"),
        Case("{type: object, additionalProperties: {type: string}}", "object(*: string)"),
        Case("{type: object, properties: 7}", "object()", ["/properties"]),
        Case("{type: object, patternProperties: {'^x': {type: string}}}", "object(*: string)", ["/patternProperties"]),
        Case(
          "{properties: {a: {}}, patternProperties: {'^x': {type: string}}}", "object(a: any, open)", ["/patternProperties"]),
        // Compositions.
        Case("{allOf: [{type: string}]}", "string"),
        Case("{oneOf: [{type: string}]}", "string"),
        Case("{allOf: [{$ref: '#/components/schemas/B'}, {description: x}]}", "#B"),
        Case("{allOf: [{$ref: '#/components/schemas/B'}, {nullable: true}]}", "#B?", in: "3.0.3"),
        Case("{allOf: [{description: x}, {title: y}]}", "all(any, any)"),
        Case("{const: 1}", "integer[1]", ["/const"], in: "3.0.3"),
        Case("{allOf: []}", "any", ["/allOf"]),
        Case("{allOf: {type: string}}", "any", ["/allOf"]),
        Case("{allOf: [{type: object}, {$ref: '#/components/schemas/B'}]}", "all(object(), #B)"),
        Case(
          "{properties: {a: {}}, oneOf: [{required: [a]}, {required: [b]}]}",
          "all(object(a: any), one(object(a!), object(b!)))"),
        Case("{type: object, allOf: [{$ref: '#/components/schemas/B'}]}", "#B"),
        Case("{required: [x], allOf: [{$ref: '#/components/schemas/B'}]}", "all(object(x!), #B)"),
        Case("{type: string, anyOf: [{format: date}, {format: uuid}]}", "any(string, string)"),
        Case("{$ref: '#/components/schemas/B', required: [x]}", "all(#B, object(x!))"),
        Case("{$ref: '#/components/schemas/B', required: [x]}", "#B", [""], in: "3.0.3"),
        // What has no form here.
        Case("{type: string, not: {enum: [a]}}", "string", ["/not"]),
        Case("{if: {type: string}, then: {minLength: 1}}", "any", ["/if"]),
        Case("{type: array, prefixItems: [{type: string}, {type: integer}]}", "array(any(string, integer))", ["/prefixItems"]),
        Case("{type: array, items: [{type: string}]}", "array(string)", ["/items"]),
        Case("{type: object, dependentSchemas: {a: {}}}", "object()", ["/dependentSchemas"]),
        Case("{type: object, propertyNames: {pattern: a}}", "object()", ["/propertyNames"]),
        Case("{type: object, unevaluatedProperties: false}", "object()", ["/unevaluatedProperties"]),
        Case("{$id: 'https://example.com/a', type: string}", "string", ["/$id"]),
        Case("{$dynamicRef: '#/components/schemas/B'}", "#B", ["/$dynamicRef"]),
        Case("{$recursiveRef: '#'}", "any", ["/$recursiveRef"]),
        Case("{$recursiveAnchor: true, type: array, items: {$recursiveRef: '#'}}", "array(#A)", ["/items/$recursiveRef"]),
      ])
    func form(_ tested: Case) throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas("A: \(tested.text)\nB: {type: boolean}", version: tested.version))
      #expect(description.named("A")?.form == tested.form)
      let pointers = description.findings.map { $0.pointer.replacing("api.yaml#/components/schemas/A", with: "") }
      #expect(pointers.sorted() == tested.findings.sorted(), "\(description.faults)")
    }

    @Test("Members beside the only branch are kept")
    func siblings() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas(
          """
          A:
            description: outer
            deprecated: true
            default: x
            allOf: [{type: string, description: inner, format: uuid, maxLength: 5, title: T}]
          """))
      let schema = try #require(description.named("A"))
      #expect(schema.description == "outer" && schema.title == "T" && schema.isDeprecated)
      #expect(schema.format == "uuid" && schema.default == "x" && schema.limits.maximumLength == 5)
    }

    @Test("Bounds that exclude their number are read in both forms")
    func exclusiveBounds() throws {
      let old = try DescriptionText.read(
        DescriptionText.schemas("A: {type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9}", version: "3.0.0"))
      let new = try DescriptionText.read(
        DescriptionText.schemas("A: {type: number, minimum: 0, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 9}"))
      let first = try #require(old.named("A")?.limits)
      #expect(first.minimum?.text == "1" && first.excludesMinimum && first.maximum?.text == "9" && !first.excludesMaximum)
      let second = try #require(new.named("A")?.limits)
      // The tighter bound counts.
      #expect(second.minimum?.text == "1" && second.excludesMinimum && second.maximum?.text == "5" && !second.excludesMaximum)
      #expect(old.findings.isEmpty && new.findings.isEmpty)
    }

    @Test("Numbers keep their digits, and bounds of wrong types are faults")
    func limits() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas(
          """
          A: {type: integer, maximum: 9223372036854776000, minimum: '3', minLength: -1, maxLength: x, maxItems: 1e30}
          """))
      let limits = try #require(description.named("A")?.limits)
      #expect(limits.maximum?.text == "9223372036854776000" && limits.minimum?.text == "3")
      #expect(limits.minimumLength == nil && limits.maximumLength == nil && limits.maximumCount == nil)
      #expect(description.pointers(.fault).map { $0.split(separator: "/").last } == ["minimum", "minLength", "maxLength"])
    }

    @Test("Examples are read in all their spellings")
    func examples() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas("A: {example: 1, examples: [2, 3]}\nB: {x-example: 4}\nC: {examples: {a: 1}}"))
      #expect(description.named("A")?.examples == [1, 2, 3])
      #expect(description.named("B")?.examples == [4])
      #expect(description.named("C")?.examples == [])
      #expect(description.pointers(.fault) == ["api.yaml#/components/schemas/C/examples"])
    }
  }
#endif
