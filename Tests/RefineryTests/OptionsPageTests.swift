import Foundation
import Refinery
import Testing

/// The page "Options" has one row for each public option of the core and the standard plugins.
@Suite struct OptionsPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The cells of each row of the table.
  private func rows() throws -> [[String]] {
    let page = Self.root.appending(path: "Sources/Refinery/Refinery.docc/Options.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The texts of the sources that declare options.
  private func sources() throws -> [String] {
    var texts: [String] = []
    for folder in ["Sources/RefineryCore", "Sources/RefineryEvents", "Sources/RefineryTracking", "Plugins"] {
      let files = FileManager.default.enumerator(at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        texts.append(try String(contentsOf: file, encoding: .utf8))
      }
    }
    return texts
  }

  /// The names of the options that the sources declare, by a pattern of the protocol of their keys.
  private func declared(_ conformance: String) throws -> [String] {
    let declaration = try Regex("package (?:enum|struct) \\w+: (?:\(conformance))\\b")
    return try sources().flatMap { text in
      try text.matches(of: declaration).map { found in
        let rest = text[found.range.upperBound...]
        return try String(#require(rest.firstMatch(of: /package static let name = "(\w+)"/)).1)
      }
    }
  }

  @Test("the page has every public option, and no other")
  func everyOption() throws {
    let listed = try rows().map { $0[1].replacing("`", with: "") }
    #expect(listed.count > 30 && Set(listed).count == listed.count)
    #expect(try Set(listed) == Set(declared("OptionKey|OverridableOption")))
  }

  @Test("the page says of exactly the overridable options that an overrides file may set them")
  func overridable() throws {
    let listed = try rows().filter { $0[4] == "yes" }.map { $0[1].replacing("`", with: "") }
    #expect(Set(listed) == Set(EndpointOverrides.standardKeys.map { $0.name }))
    let marked = try rows().filter { $0[4] != "" }.map { $0[1].replacing("`", with: "") }
    #expect(try Set(marked) == Set(declared("OverridableOption")))
  }
}
