import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryTesting
import Testing

#if AsyncHTTPClient && Curl
  import RefineryAsyncHTTPClient
  import RefineryCurl
#endif

/// The Swift that documentation shows is Swift that the tests compile, and its files can be loaded.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of every Swift block of a page, without indentation.
  private func blocks(of page: String) throws -> [[String]] {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map { block in
      lines(block.components(separatedBy: "\n```")[0])
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The pages whose Swift is compiled: where each is, its file of this folder, and how many blocks it has at least.
  private static let pages = [
    ("README.md", "Readme", 5),
    ("Sources/Refinery/Refinery.docc/GettingStarted.md", "GettingStarted", 5),
    ("Sources/Refinery/Refinery.docc/Transports.md", "Transports", 2),
    ("Sources/Refinery/Refinery.docc/WithinAServer.md", "WithinAServer", 5),
    ("Sources/Refinery/Refinery.docc/ToolForYourApp.md", "ToolForYourApp", 1),
    ("Sources/RefineryCore/RefineryCore.docc/RowsAndCalls.md", "RowsAndCalls", 3),
    ("Sources/RefineryCore/RefineryCore.docc/ImportedModels.md", "ImportedModels", 4),
    ("Sources/RefineryCore/RefineryCore.docc/BeyondOneCall.md", "BeyondOneCall", 8),
    ("Sources/RefineryCore/RefineryCore.docc/Operating.md", "Operating", 3),
    ("Sources/RefineryEvents/RefineryEvents.docc/RefineryEvents.md", "Events", 3),
    ("Sources/RefineryJSON/RefineryJSON.docc/RefineryJSON.md", "JSON", 3),
    ("Plugins/Auth/RefineryAuth.docc/RefineryAuth.md", "Auth", 4),
    ("Plugins/Cache/RefineryCache.docc/RefineryCache.md", "Cache", 2),
    ("Plugins/Chaos/RefineryChaos.docc/RefineryChaos.md", "Chaos", 1),
    ("Plugins/CircuitBreaker/RefineryCircuitBreaker.docc/RefineryCircuitBreaker.md", "CircuitBreaker", 1),
    ("Plugins/Coalescing/RefineryCoalescing.docc/RefineryCoalescing.md", "Coalescing", 1),
    ("Plugins/Concurrency/RefineryConcurrency.docc/RefineryConcurrency.md", "Concurrency", 1),
    ("Plugins/Gzip/RefineryGzip.docc/RefineryGzip.md", "Gzip", 1),
    ("Plugins/Hedging/RefineryHedging.docc/RefineryHedging.md", "Hedging", 1),
    ("Plugins/Idempotency/RefineryIdempotency.docc/RefineryIdempotency.md", "Idempotency", 1),
    ("Plugins/Logging/RefineryLogging.docc/RefineryLogging.md", "Logging", 1),
    ("Plugins/Metrics/RefineryMetrics.docc/RefineryMetrics.md", "Metrics", 2),
    ("Plugins/JWT/RefineryJWT.docc/RefineryJWT.md", "JWT", 2),
    ("Plugins/RateLimit/RefineryRateLimit.docc/RefineryRateLimit.md", "RateLimit", 1),
    ("Plugins/Retry/RefineryRetry.docc/RefineryRetry.md", "Retry", 1),
    ("Plugins/Signing/RefinerySigning.docc/RefinerySigning.md", "Signing", 4),
    ("Plugins/Tracing/RefineryTracing.docc/RefineryTracing.md", "Tracing", 2),
    ("Sources/RefineryConfiguration/RefineryConfiguration.docc/RefineryConfiguration.md", "Configuration", 3),
    ("Sources/RefineryLifecycle/RefineryLifecycle.docc/RefineryLifecycle.md", "Lifecycle", 1),
    ("Sources/RefineryRedis/RefineryRedis.docc/RefineryRedis.md", "Redis", 2),
    ("Sources/RefineryXML/RefineryXML.docc/RefineryXML.md", "XML", 2),
    ("Sources/RefineryFiles/RefineryFiles.docc/RefineryFiles.md", "Files", 2),
    ("Sources/RefineryFiles/RefineryFiles.docc/Uploads.md", "Uploads", 2),
    ("Sources/RefineryMultipart/RefineryMultipart.docc/RefineryMultipart.md", "Multipart", 4),
    ("Sources/RefineryTracking/RefineryTracking.docc/RefineryTracking.md", "Tracking", 1),
    ("Sources/RefineryControl/RefineryControl.docc/RefineryControl.md", "Control", 1),
    ("Sources/RefineryMacros/RefineryMacros.docc/RefineryMacros.md", "Macros", 6),
    ("Sources/RefineryCommand/RefineryCommand.docc/RefineryCommand.md", "ToolPage", 1),
    ("Sources/RefineryResilience/RefineryResilience.docc/RefineryResilience.md", "Resilience", 3),
    ("Sources/RefineryURLSession/RefineryURLSession.docc/RefineryURLSession.md", "URLSession", 1),
    ("Sources/RefineryAsyncHTTPClient/RefineryAsyncHTTPClient.docc/RefineryAsyncHTTPClient.md", "AsyncHTTPClient", 1),
    ("Sources/RefineryCurl/RefineryCurl.docc/RefineryCurl.md", "Curl", 1),
  ]

  /// The lines of a page's snippet file. For the page on servers, a module of this package replaces two others.
  private func snippets(_ name: String) throws -> [String] {
    let folder = name.hasPrefix("Tool") ? "RefineryCommandTests" : name == "Macros" ? "RefineryMacrosTests" : "RefineryTests"
    let file = Self.root.appending(path: "Tests/\(folder)/\(name)Snippets.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    return lines(
      text.replacing("import ServerNames", with: "import Hummingbird\nimport ServiceLifecycle")
        .replacing("ServerNames.", with: "Hummingbird."))
  }

  @Test("every Swift block of the README and of the pages is compiled, letter by letter", arguments: pages)
  func compiled(page: String, name: String, count: Int) throws {
    let blocks = try blocks(of: page)
    #expect(blocks.count >= count)
    let compiled = try snippets(name)
    for block in blocks {
      let block = block.filter { !$0.hasPrefix("import ") && $0 != "@main" }
      let starts = compiled.indices.filter { compiled[$0...].starts(with: block) }
      #expect(!starts.isEmpty, "not compiled: \(block.first ?? "")")
    }
  }

  @Test(
    "what a page's examples need beside each other is imported on the page: the compiled file imports nothing else",
    arguments: pages)
  func imports(page: String, name: String, count: Int) throws {
    let shown = try blocks(of: page).joined().filter { $0.hasPrefix("import ") }
    let used = try snippets(name).filter { $0.hasPrefix("import ") }
    #expect(Set(shown) == Set(used))
  }

  @Test("every call that stands beside one of an older library is compiled")
  func comingFrom() throws {
    let page = "Sources/RefineryCore/RefineryCore.docc/ComingFrom.md"
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let compiled = try ["ComingFromSnippets", "ReadmeSnippets", "RowsAndCallsSnippets"].map {
      try String(contentsOf: Self.root.appending(path: "Tests/RefineryTests/\($0).swift"), encoding: .utf8)
    }
    let cells = lines(text).filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.compactMap { row in
      row.split(separator: " | ").last.map { $0.hasSuffix(" |") ? $0.dropLast(2) : $0 }
    }
    #expect(cells.count > 80)
    for cell in cells {
      let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      for (_, code) in spans where !code.hasPrefix("``") {
        #expect(compiled.contains { $0.contains(code) }, "not compiled: \(code)")
      }
    }
  }

  @Test("O10: the files in the operator's guide are such as can be loaded")
  func files() throws {
    let page = "Sources/RefineryCore/RefineryCore.docc/Operating.md"
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    func file(under heading: String) throws -> Data {
      let section = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
      let block = try #require(section.components(separatedBy: "```json\n").dropFirst().first)
      return Data(block.components(separatedBy: "```")[0].utf8)
    }
    let table = EndpointTable("People", [Person.self])
    let overrides = try EndpointOverrides(json: file(under: "The overrides file"), for: table)
    #expect(overrides.names == ["Person.enumerate", "Person.read"])
    let policy = try LoggingPolicy(json: file(under: "The policy file"))
    #expect(policy.sampleRate == 0.1 && policy.rows["Health.read"] == .init(level: .off))
  }

  @Test("the table that the README prints is the one the code prints")
  func table() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.contains(EndpointTable("People", [Person.self]).text))
  }

  @Test("what the pages say of speed is what the benchmarks wrote")
  func measurements() throws {
    func rows(_ page: String) throws -> [String] {
      try lines(String(contentsOf: Self.root.appending(path: page), encoding: .utf8)).filter { $0.hasPrefix("| ") }
    }
    let results = try rows("Benchmarks/RESULTS.md")
    let shown = try rows("Sources/Refinery/Refinery.docc/Transports.md").filter { $0.split(separator: "|").count > 8 }
    #expect(shown.count >= 14)
    for row in shown { #expect(results.contains(row), "not in RESULTS.md: \(row)") }
    let json = try rows("Benchmarks/JSON/RESULTS.md")
    let shownJSON = try rows("Sources/RefineryJSON/RefineryJSON.docc/RefineryJSON.md")
      .filter { $0.hasPrefix("| decode ") || $0.hasPrefix("| encode ") }
    #expect(shownJSON.count >= 4)
    for row in shownJSON { #expect(json.contains(row), "not in JSON/RESULTS.md: \(row)") }
  }

  #if AsyncHTTPClient && Curl
    @Test("L12: the table of transports on their page is what they declare")
    func transports() throws {
      let page = Self.root.appending(path: "Sources/Refinery/Refinery.docc/Transports.md")
      let transports = [
        ("URLSession", URLSessionTransport.capabilities), ("AsyncHTTPClient", AsyncHTTPClientTransport.capabilities),
        ("libcurl", CurlTransport.capabilities),
      ]
      var table = "| |\(transports.map { " \($0.0) |" }.joined())\n| --- |\(transports.map { _ in " --- |" }.joined())"
      for (capability, name) in TransportCapabilities.names {
        table += "\n| \(name) |" + transports.map { $0.1.contains(capability) ? " yes |" : " |" }.joined()
      }
      #expect(try String(contentsOf: page, encoding: .utf8).contains(table))
    }
  #endif

  @Test("every link of the README and of the contributors' files leads to a file")
  func links() throws {
    let pages = ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/CHANGELOG.md"]
    var count = 0
    for page in pages {
      let file = Self.root.appending(path: page)
      let text = try String(contentsOf: file, encoding: .utf8)
      let links = text.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first.map(String.init) }
      for link in links where !link.hasPrefix("http") {
        let target = file.deletingLastPathComponent().appending(path: link).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link)")
      }
      count += links.count
    }
    #expect(count >= 25)
  }

  @Test("the page on rows has every kind of CallError, in the order of the code but for cancellation, and no other")
  func kinds() throws {
    func text(_ path: String) throws -> String { try String(contentsOf: Self.root.appending(path: path), encoding: .utf8) }
    let declared = try text("Sources/RefineryCore/Call/CallError+Kind.swift").matches(of: /\n    case (\w+)(?:\n|\()/)
      .map { String($0.1) }
    let page = try text("Sources/RefineryCore/RefineryCore.docc/RowsAndCalls.md")
    let shown = page.matches(of: /\n\| `\.(\w+)(?:`|\()/).map { String($0.1) }
    #expect(Set(shown) == Set(declared) && shown.count == declared.count && declared.count >= 12)
  }

  @Test("the README has at most 200 lines")
  func length() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}

@Suite struct ReadmeTests {
  @Test("the rows of the README and of the page on rows have no faults, and the calls say what the pages say")
  func rows() throws {
    let table = EndpointTable("README", [Person.self, Resident.self, Profile.self])
    #expect(table.problems.isEmpty)
    let api = Client(baseURL: "https://h", transport: StubTransport())
    #expect(try api.makeRequest(for: Resident.active(in: 9)).head.path == "/households/9/residents/active")
  }

  @Test("the README's chain and the operating page's example have no problems")
  func chain() throws {
    struct Fixed: CredentialProvider {
      func credential(for context: CredentialContext) async throws -> Credential { .bearer("t") }
    }
    let logger = Logger(label: "readme") { _ in SwiftLogNoOpLogHandler() }
    #expect(production(logger, Fixed()).problems.isEmpty)
    let operations = EndpointOverrides.Store()
    let api = try operate(logger, EndpointTable("People", [Person.self]), LoggingPolicyStore(), operations)
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/v2/person/5")
    #expect(api.report.overrides == ["Person.read"])
    operations.replace(with: EndpointOverrides())
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/person/5")
  }

  @Test(
    "beside a server's module with the same names, Refinery's are reached by `Refinery.`, and the page's app is sound")
  func server() async throws {
    let stub = StubTransport(.json(#"{"id":5,"title":"News"}"#))
    _ = try application(stub)
    var logger = Logger(label: "server") { StreamLogHandler.standardError(label: $0) }
    logger[metadataKey: "hb.request.id"] = "r-7"
    let api = Client(baseURL: "https://h", middleware: [RequestIDMiddleware()], transport: stub)
    try await withLogger(logger) { logger in
      _ = try await story(5, api, logger)
    }
    #expect(stub.last?.headers[try #require(HTTPField.Name("X-Request-ID"))] == "r-7")
  }
}
