#if Import
  import Foundation
  import RefineryImport
  import Testing

  /// What is written compiles, without a warning.
  @Suite struct CompileTests {
    private static func sources(_ imported: Imported) -> [(name: String, text: String)] {
      imported.files.map { (name: "\(imported.table.name)_\($0.path)", text: $0.text) }
    }

    @Test("S03: the sources of all samples compile together", .timeLimit(.minutes(5)))
    func samples() throws {
      var sources: [(name: String, text: String)] = []
      for name in Fixture.samples { sources += try Self.sources(Imported(sample: name)) }
      let hashable = try Imported(sample: "properties") {
        $0.name = "HashableModels"
        $0.hashable = true
        $0.keepsUnknownMembers = true
      }
      let internalOnes = try Imported(sample: "unions") {
        $0.name = "InternalModels"
        $0.access = .internal
      }
      sources += Self.sources(hashable) + Self.sources(internalOnes)
      #expect(try Compiler().complaints(of: sources) == [])
    }

    @Test("S03: the sources of random descriptions compile", .timeLimit(.minutes(5)))
    func random() throws {
      var sources: [(name: String, text: String)] = []
      for seed in 1...6 as ClosedRange<UInt64> {
        var description = RandomDescription(seed: seed)
        let parts = description.parts()
        sources += try Self.sources(Imported(RandomDescription.text(parts.paths, parts.schemas), .named("R\(seed)")))
      }
      let complaints = try Compiler().complaints(of: sources)
      #expect(complaints == [])
    }
  }
#endif
