import Endpoints
import Foundation
import RefineryCore
import RefineryMock
import Testing

@Suite("Mock server: page") struct MockDocumentationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  @Test("The code of the page compiles") func page() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/RefineryMock/RefineryMock.docc/RefineryMock.md"), encoding: .utf8)
    let snippets = try String(
      contentsOf: Self.root.appending(path: "Tests/RefineryMockTests/MockSnippets.swift"), encoding: .utf8)
    let compiled = Set(snippets.split(separator: "\n"))
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 3)
    for line in blocks.flatMap({ $0.split(separator: "\n") }) { #expect(compiled.contains(line)) }
  }

  @Test("S07: the servers of the page work") func servers() async throws {
    let mock = try celebrating()
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let ann = try await api.send(Person.create(["name": "Ann", "age": 39]))
    #expect(try await api.send(Person.birthday(ann.id)).age == 40)
    let seeds = try seeded()
    #expect(seeds.records { $0.all("Chore").count } == 1)
  }
}
