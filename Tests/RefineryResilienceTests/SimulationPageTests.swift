import Foundation
import Testing

@Suite struct SimulationPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The rows of the first table after a line that contains `words`.
  private func table(after words: String, in text: String) throws -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains(words) }, "\(words)")
    let rest = lines[start...].drop { !$0.hasPrefix("|") }
    return Array(rest.prefix { $0.hasPrefix("|") })
  }

  @Test(
    "Q10: the tables of the page are those that the runs wrote",
    arguments: [("Good calls a second, by", 13), ("## Slowdown", 13), ("### Overload on sockets", 8)])
  func tables(words: String, rows: Int) throws {
    let page = try text("Sources/RefineryResilience/RefineryResilience.docc/RefineryResilience.md")
    let results = try text("Benchmarks/Resilience/RESULTS.md")
    let table = try table(after: words, in: results)
    #expect(table.count == rows)
    #expect(try self.table(after: words.replacing(/^#+/, with: "####"), in: page) == table)
  }

  @Test("Q10: the page shows the plot that the simulation wrote")
  func plot() throws {
    let page = "Sources/RefineryResilience/RefineryResilience.docc"
    let plot = try text("Benchmarks/Resilience/resilience.svg")
    #expect(try text("\(page)/Resources/resilience.svg") == plot)
    #expect(try text("\(page)/RefineryResilience.md").contains("](resilience)"))
  }

  @Test("Q10: the simulation's claims hold: adaptive limit, hedging, extra load in an outage, preset, recovery")
  func claims() throws {
    let claims = try table(after: "## Claims", in: text("Benchmarks/Resilience/RESULTS.md")).dropFirst(2)
    #expect(claims.count >= 9 && claims.allSatisfy { $0.hasSuffix("| holds |") }, "\(claims)")
  }

  @Test("Q10: the claims hold on sockets: overload, retries and circuit breaker in an outage, recovery, hedging")
  func claimsOnSockets() throws {
    let claims = try table(after: "### Claims on sockets", in: text("Benchmarks/Resilience/RESULTS.md")).dropFirst(2)
    #expect(claims.count >= 8 && claims.allSatisfy { $0.hasSuffix("| holds |") }, "\(claims)")
  }
}
