#if CodeGeneration
  import Foundation
  import RefineryJSONGeneration

  /// A fixture file: a source, the errors, and the generated file without its first lines, separated by lines of dashes.
  struct Fixture {
    let source: String
    let errors: [String]
    let text: String

    init(_ name: String) throws {
      let file = Bundle.module.bundleURL.appending(path: "Fixtures/\(name).txt")
      let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n----\n")
      source = parts[0]
      errors = parts.count > 1 ? parts[1].split(separator: "\n").map(String.init) : []
      text = parts.count > 2 ? parts[2] : ""
    }

    /// Returns the errors and the generated file of a source.
    static func generate(_ source: String, types: [String] = []) throws -> (errors: [String], text: String) {
      var options = GeneratorOptions(target: "Models")
      options.types = types
      let result = try Generator(options: options).generate(from: [SourceFile(path: "Models.swift", text: source)])
      let lines = (result.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      return (result.errors.map(\.description), lines.drop { $0.hasPrefix("//") }.dropFirst().joined(separator: "\n"))
    }
  }
#endif
