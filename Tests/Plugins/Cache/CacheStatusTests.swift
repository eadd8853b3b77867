import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryCache

@Suite("RFC 9211: Cache-Status")
struct CacheStatusTests {
  @Test("Q17: the examples of section 3 are read, and written again as they are")
  func examples() {
    let lines = [
      "ExampleCache; hit; ttl=376", "ExampleCache; fwd=stale; fwd-status=304", "ExampleCache; fwd=uri-miss; collapsed",
      "ExampleCache; hit; ttl=-412", "ExampleCache; fwd=bypass; detail=disk", "\"CDN Company Here\"; hit; ttl=545",
    ]
    for line in lines {
      #expect(CacheStatus.members(of: .lines("Cache-Status: \(line)")).map(\.description) == [line])
    }
    let both = CacheStatus.members(
      of: .lines("Cache-Status: OriginCache; hit; ttl=1100", "Cache-Status: \"CDN, \\\"A\\\"\";fwd=uri-miss;stored"))
    #expect(both.map(\.cache) == ["OriginCache", "CDN, \"A\""])
    #expect(both[0].isHit && both[0].timeToLive == 1100 && both[1].forwarded == "uri-miss" && both[1].isStored)
  }

  @Test(
    "a malformed field has no members",
    arguments: [
      "", ",", "A,", "A; hit=", "A; B", "\"a", "A; ttl=1234567890123456", "A; hit=?2", "é", "A B", "(a", "A;x=1.", "A; x=:a",
    ])
  func malformed(text: String) { #expect(CacheStatus.members(of: .lines("Cache-Status: \(text)")).isEmpty) }

  @Test("items of other types and unknown parameters are skipped")
  func unknown() {
    let members = CacheStatus.members(of: .lines("Cache-Status: (a b);q=1, A;x=1.5;hit;y=:YQ==:;z=@1;d=%\"a\", 5, ?1"))
    #expect(members.map(\.cache) == ["A"] && members[0].isHit)
  }

  @Test("Q17: section 2: the cache adds its member after those of others, and a reply reads them")
  func reply() async throws {
    struct Person: Codable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "people"
      var id: Int
    }
    let stub = StubTransport(.json(#"{"id":5}"#, headers: .lines("Cache-Control: max-age=60", "Cache-Status: CDN; hit")))
    let api = Client(
      baseURL: "https://api.example", middleware: [CacheMiddleware(for: .client, name: "my app")], transport: stub)
    let first = try await api.reply(to: Person.read(5))
    #expect(first.source == .network && first.cacheStatus.map(\.cache) == ["CDN", "my app"])
    #expect(first.cacheStatus.last?.isStored == true)
    let second = try await api.reply(to: Person.read(5))
    #expect(second.source == .freshCache && second.value.id == 5 && second.attempts.isEmpty)
    #expect(second.cacheStatus.map(\.isHit) == [true, true] && api.problems.isEmpty)
  }

  @Test("Q17: a malformed Cache-Status field of another cache is replaced", arguments: ["HIT from a", "", "A,"])
  func malformedOther(text: String) async throws {
    let scene = CacheScene(.answer("one", .lines("Cache-Control: max-age=60", "Cache-Status: \(text)")))
    for source in [ResponseSource.network, .freshCache] {
      let response = try await scene.send()
      #expect(response.source == source)
      #expect(CacheStatus.members(of: response.head.headerFields).map(\.cache) == ["Refinery"])
    }
  }

  @Test("a name that is no text of a structured field is reduced to one")
  func names() {
    #expect(CacheStatus(cache: "a\"b\u{e9}\n").description == "\"a\\\"b\"")
    #expect(CacheStatus(cache: "").description == "\"\"")
  }
}
