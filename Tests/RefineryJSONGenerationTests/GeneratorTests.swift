#if CodeGeneration
  import Foundation
  import RefineryJSONGeneration
  import Testing

  /// `REFINERY_FIXTURES=Tests/RefineryJSONGenerationTests/Fixtures` writes what is expected anew, to be looked over.
  @Suite struct GeneratorTests {
    @Test(
      "Models are written as the compiler would decode them",
      arguments: [
        "Members", "Initializers", "Names", "Generics", "Nested", "RawValues", "Empty", "Identifiers", "Imports", "Indirect",
        "Refused",
      ])
    func fixtures(_ name: String) throws {
      let fixture = try Fixture(name)
      let (errors, text) = try Fixture.generate(fixture.source)
      if let folder = ProcessInfo.processInfo.environment["REFINERY_FIXTURES"] {
        let whole = [fixture.source, errors.joined(separator: "\n"), text].joined(separator: "\n----\n")
        try Data(whole.utf8).write(to: URL(fileURLWithPath: folder).appending(path: "\(name).txt"))
      }
      #expect(errors == fixture.errors)
      #expect(text == fixture.text)
    }
  }
#endif
