import Foundation
import Testing

/// Checks that an article shows every marked piece of these files of this folder, letter by letter except for its indentation.
func expectArticle(_ path: String, toShow files: [String], count: Int) throws {
  let here = URL(filePath: #filePath).deletingLastPathComponent()
  let root = here.deletingLastPathComponent().deletingLastPathComponent()
  let article = try String(contentsOf: root.appending(path: path), encoding: .utf8)
  let snippets = try files.flatMap { file in
    try String(contentsOf: here.appending(path: file), encoding: .utf8).components(separatedBy: "// snippet: ")
      .compactMap { $0.hasPrefix("begin\n") ? unindented(String($0.dropFirst("begin\n".count))) : nil }
  }
  #expect(snippets.count == count)
  for snippet in snippets { #expect(article.contains("```swift\n\(snippet)```\n")) }
}

private func unindented(_ snippet: String) -> String {
  let margin = snippet.prefix { $0 == " " }
  let lines = snippet.components(separatedBy: "\n").map { $0.hasPrefix(margin) ? String($0.dropFirst(margin.count)) : $0 }
  // The text before the closing mark is its indentation.
  return lines.joined(separator: "\n").trimmingCharacters(in: CharacterSet(charactersIn: " "))
}
