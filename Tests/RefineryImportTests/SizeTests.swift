#if Import
  import RefineryImport
  import Testing

  /// How much source an import writes, since that is what a build costs. `Benchmarks/Import/measure` measures the build.
  @Suite struct SizeTests {
    /// Items with an owner and a status, each described where it is used, as most published descriptions do.
    private static func description(_ count: Int) -> String {
      let owner = "{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}"
      let status = "{type: string, enum: [open, closed]}"
      return Imported.paths(
        (10..<10 + count).map { number in
          """
          /items\(number)/{id}:
              get:
                operationId: getItem\(number)
                tags: [items]
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                responses: {'200': {description: An item., content: {application/json: {schema: {type: object, required: [n\(number)],
                  properties: {n\(number): {type: integer}, owner: \(owner), status: \(status)}}}}}}
          """
        })
    }

    /// Lines of the models, and of the rows without the lists of them.
    private static func lines(_ count: Int) throws -> Int {
      let files = try Imported(description(count)).files
      return files.flatMap { $0.text.split(separator: "\n") }.count { !$0.hasSuffix("Row,") }
    }

    @Test("S04: twice the operations are twice the source, with what is equal in them once")
    func growth() throws {
      let (ten, twenty, forty) = (try Self.lines(10), try Self.lines(20), try Self.lines(40))
      #expect(forty - twenty == 2 * (twenty - ten))

      let text = try Imported(Self.description(40)).files.map(\.text).joined()
      func count(_ piece: String) -> Int { text.split(separator: piece, omittingEmptySubsequences: false).count - 1 }
      // 40 items, and one owner and one status for all of them.
      #expect(count(": ObjectModel {") == 41)
      #expect(count(": OpenEnum {") == 1)
      #expect(count("func getItem") == 40)
    }

    @Test("S04: no member is written twice, and nothing is imported but the core")
    func plain() throws {
      let text = try Imported(Self.description(10)).files.map(\.text).joined(separator: "\n")
      for costly in ["CodingKeys", "Codable", "Hashable", "@", "func encode", "func =="] { #expect(!text.contains(costly)) }
      #expect(Set(text.split(separator: "\n").filter { $0.contains("import Refinery") }) == ["public import RefineryCore"])
    }
  }
#endif
