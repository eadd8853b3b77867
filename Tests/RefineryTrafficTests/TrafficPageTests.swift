import Foundation
import RefineryTesting
import Testing

@Suite struct TrafficPageTests {
  @Test("S09: the Swift blocks of the page are compiled, and do what the page says")
  func page() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let page = folder.appending(path: "../../Sources/RefineryTraffic/RefineryTraffic.docc/RefineryTraffic.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    let compiled = try String(contentsOf: folder.appending(path: "TrafficSnippets.swift"), encoding: .utf8)
    for block in blocks {
      let code = block.components(separatedBy: "\n```")[0].split(separator: "\n", omittingEmptySubsequences: false)
      let body = code.filter { !$0.hasPrefix("import ") }.joined(separator: "\n").trimmingCharacters(in: .newlines)
      #expect(compiled.contains(body))
    }

    let har = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: har) }
    try await record(over: StubTransport(.json(#"{"token":"s3cret"}"#)), to: har)
    let cassette = har.deletingPathExtension().appendingPathExtension("json")
    defer { try? FileManager.default.removeItem(at: cassette) }
    _ = try makeCassette(from: har, to: cassette)
    #expect(try !String(contentsOf: cassette, encoding: .utf8).contains("s3cret"))
  }
}
