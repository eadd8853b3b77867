import HTTPTypes
import RefineryCache
import RefineryCore
import Testing

@Suite("Caching as an option")
struct CachePolicyTests {
  @Test("operators switch it on and off")
  func overrides() throws {
    #expect(try CachingKey.value(from: true) == CachePolicy())
    #expect(try CachingKey.value(from: false) == .off)
    #expect(throws: MappingError.self) { try CachingKey.value(from: 1) }
  }

  @Test("a row whose method is never cached is warned of")
  func warnings() {
    #expect(CachingKey.warnings(of: CachePolicy(), in: Endpoint("A.create", .post, "a")).count == 1)
    #expect(CachingKey.warnings(of: .off, in: Endpoint("A.create", .post, "a")).isEmpty)
    #expect(CachingKey.warnings(of: CachePolicy(), in: Endpoint("A.read", .get, "a")).isEmpty)
  }
}
