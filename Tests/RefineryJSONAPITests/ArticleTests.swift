import Foundation
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

@Suite struct ArticleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("every Swift block of the article is compiled, letter by letter") func compiled() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }
    let article = try text("Sources/RefineryJSONAPI/RefineryJSONAPI.docc/RefineryJSONAPI.md")
    let compiled = try text("Tests/RefineryJSONAPITests/ArticleSnippets.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(blocks.count == 5)
    for block in blocks {
      let code = block.replacingOccurrences(of: "import RefineryCore\nimport RefineryJSONAPI\n\n", with: "")
      #expect(compiled.contains(code), "not compiled: \(code.prefix(60))")
    }
  }

  @Test("D20, D30: what the article shows is sent") func sent() async throws {
    let post = #"{"data":{"type":"posts","id":"1","attributes":{"title":"T"}}}"#
    let stub = StubTransport(
      .document(post, status: 201), .document(post), .document(post), .status(204), .status(204), .document(#"{"data":[]}"#))
    try await change(client(stub))
    #expect(
      stub.sent.map(\.text) == [
        #"{"data":{"attributes":{"title":"New"},"relationships":{"author":{"data":{"id":"9","type":"writers"}}},"type":"posts"}}"#,
        #"{"data":{"attributes":{"title":"Newer"},"id":"1","type":"posts"}}"#, nil,
        #"{"data":{"id":"1","relationships":{"author":{"data":null}},"type":"posts"}}"#,
        #"{"data":[{"id":"5","type":"images"}]}"#, nil,
      ])
    let reading = StubTransport(.document(post), .document(#"{"data":[]}"#))
    try await read(client(reading))
    #expect(
      reading.sent.map { $0.request.head.path } == [
        "/v1/posts/1?include=author&fields%5Bwriters%5D=last-name",
        "/v1/posts?sort=-created&page%5Bnumber%5D=1&page%5Bsize%5D=20",
      ])
    let atomic = StubTransport(.status(204))
    try await together(client(atomic))
    #expect(try json(atomic.last?.text ?? "")["atomic:operations"]?[0]?["data"]?["attributes"] == ["last-name": "Ann"])
  }
}
