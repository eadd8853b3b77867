#if CodeGeneration
  import Foundation
  import RefineryJSONGeneration

  /// A source, and what becomes of it: `SOURCE`, a line of dashes, refusals, a line of dashes, the file without its head.
  struct Fixture {
    let source: String
    let refusals: [String]
    let text: String

    init(_ name: String) throws {
      let file = Bundle.module.bundleURL.appending(path: "Fixtures/\(name).txt")
      let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n----\n")
      source = parts[0]
      refusals = parts.count > 1 ? parts[1].split(separator: "\n").map(String.init) : []
      text = parts.count > 2 ? parts[2] : ""
    }

    /// What the generator makes of a source.
    static func generate(_ source: String, types: [String] = []) throws -> (refusals: [String], text: String) {
      var options = Options(target: "Models")
      options.types = types
      let result = try Generator(options: options).generate(from: [SourceFile(path: "Models.swift", text: source)])
      let lines = (result.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      return (result.refusals.map(\.description), lines.drop { $0.hasPrefix("//") }.dropFirst().joined(separator: "\n"))
    }
  }
#endif
