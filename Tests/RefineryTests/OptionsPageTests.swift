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

  /// The type and the name of each option that the sources declare.
  private func declared() throws -> Set<[String]> {
    var found: Set<[String]> = []
    for text in try sources() {
      for declaration in text.matches(of: /public (?:enum|struct) (\w+): (?:OptionKey|OverridableOption)\b/) {
        let rest = text[declaration.range.upperBound...]
        let name = try #require(rest.firstMatch(of: /public static let name = "(\w+)"/))
        found.insert([String(declaration.1), String(name.1)])
      }
    }
    return found
  }

  @Test("the page has every public option by its type and its name, and no other")
  func everyOption() throws {
    let listed = try rows().map { [$0[2], $0[1]].map { $0.replacing("`", with: "") } }
    #expect(listed.count > 30 && Set(listed).count == listed.count)
    #expect(try Set(listed) == declared())
  }

  @Test("the page says of exactly the overridable options that an overrides file may set them")
  func overridable() throws {
    let listed = try rows().filter { $0[5] == "yes" }.map { $0[1].replacing("`", with: "") }
    #expect(Set(listed) == Set(EndpointOverrides.standardKeys.map { $0.name }))
    let overridable = try sources().flatMap { text in
      text.matches(of: /(?:extension|public enum) (\w+): OverridableOption\b/).map { String($0.1) }
    }
    let marked = try rows().filter { $0[5] != "" }.map { $0[2].replacing("`", with: "") }
    #expect(Set(marked) == Set(overridable))
  }
}
