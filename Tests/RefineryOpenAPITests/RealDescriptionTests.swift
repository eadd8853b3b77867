#if Import
  import RefineryOpenAPI
  import Testing

  @Suite("Real descriptions", .enabled(if: RealDescriptions.areThere, "\(RealDescriptions.none)"), .serialized)
  struct RealDescriptionTests {
    @Test("All operations and schemas are read", arguments: RealDescriptions.all)
    func counts(_ expected: RealDescriptions.Expected) throws {
      let description = try Description.reading(file: RealDescriptions.folder + "/" + expected.file)
      #expect(description.format == expected.format)
      #expect(description.operations.count == expected.operations)
      if let schemas = expected.schemas { #expect(description.schemas.count == schemas) }
      #expect(description.danglingKeys == [])
      // Nothing of these is read as any value for want of its target.
      #expect(!description.findings.contains { $0.reason.contains("leads") })
      #expect(description.schemaOrder.count == description.schemas.count)
    }
  }
#endif
