import Foundation
import HTTPTypes
import RefineryCache
import RefineryCore
import RefineryRateLimit
import RefineryRedis

/// Measures the chain with local and with shared state. The transport is a fixed response.
func compareCosts(on server: RedisProcess) async throws {
  let redis = try RedisConnection(server.url)
  while redis.state != .available { try await Task.sleep(for: .milliseconds(10)) }
  let policy = RateLimitPolicy(1_000_000)
  let transport = Fixed()
  let identity = CacheMiddleware.Identity.each { _ in "app" }
  let works: [(String, Client)] = [
    ("no link", Client(baseURL: "https://api.example.com", transport: transport)),
    (
      "rate limit, local",
      Client(baseURL: "https://api.example.com", middleware: [try RateLimitMiddleware(policy)], transport: transport)
    ),
    (
      "rate limit, shared",
      Client(
        baseURL: "https://api.example.com", middleware: [try RateLimitMiddleware(policy, store: RedisRateLimitStore(redis))],
        transport: transport)
    ),
    (
      "cache hit, local",
      Client(baseURL: "https://api.example.com", middleware: [CacheMiddleware(for: identity)], transport: transport)
    ),
    (
      "cache hit, shared",
      Client(
        baseURL: "https://api.example.com",
        middleware: [CacheMiddleware(for: identity, store: RedisCacheStore(redis, sealing: .plainText))], transport: transport)
    ),
  ]
  let call = Call<JSONValue>(Endpoint("Data.read", .get, "data"))
  for (_, client) in works { _ = try await client.send(call) }
  // Short rounds of all works alternate, so that other load on the machine affects all alike.
  var best = works.map { _ in Duration.seconds(60) }
  for _ in 0..<60 {
    for (index, work) in works.enumerated() {
      let start = ContinuousClock.now
      for _ in 0..<100 { _ = try await work.1.send(call) }
      best[index] = min(best[index], (ContinuousClock.now - start) / 100)
    }
  }
  print("| A call with | microseconds | beside no link |\n| --- | --- | --- |")
  for (index, work) in works.enumerated() {
    let ratio = (best[index] / best[0] * 10).rounded() / 10
    print("| \(work.0) | \((best[index] / .microseconds(1) * 10).rounded() / 10) | \(ratio) |")
  }
  await redis.shutdown()
}

/// Responds at once.
private struct Fixed: Transport {
  func send(_ request: Request) async throws -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "max-age=86400"],
      body: Body(Data(#"{"id": 5, "name": "Ann"}"#.utf8)))
  }
}
