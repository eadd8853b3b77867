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
    #expect(description.schemaOrder.count == description.schemas.count)
  }
}
