import Foundation
import RefineryCache
import RefineryCore
import RefineryRateLimit
import RefineryRedis

/// Sends as many scripts as a server runs, by eight connections with 32 tasks each: first takes of one bucket, then look-ups
/// of cached responses of 1 KB.
func measureCapacity(of server: RedisProcess, for length: Duration) async throws {
  let connections = try (0..<8).map { _ in try RedisConnection(server.url, limit: .seconds(5)) }
  while connections.contains(where: { $0.state != .available }) { try await Task.sleep(for: .milliseconds(10)) }
  var policy = RateLimitPolicy(1_000_000)
  policy.maximumWait = .zero
  let limits = connections.map { RedisRateLimitStore($0) }
  let caches = connections.map { RedisCacheStore($0, sealing: .plainText) }
  let keys = (0..<1_000).map { CacheKey(target: "https://api.example.com/\($0)", identity: "app") }
  for key in keys { try await caches[0].store(Simulation.answer, for: key) }
  let taking: @Sendable (Int, Int) async -> Void = { [policy] index, _ in
    _ = await limits[index].take(from: "https://api.example.com", by: policy)
  }
  let reading: @Sendable (Int, Int) async -> Void = { index, number in
    _ = try? await caches[index].responses(for: keys[number % keys.count])
  }
  print("| Script | a second | CPU of Redis | microseconds of CPU each |\n| --- | --- | --- | --- |")
  for (name, work) in [("take a token", taking), ("read a response of 1 KB", reading)] {
    let before = server.usage()
    let start = ContinuousClock.now
    let end = start + length
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 * 32 {
        group.addTask {
          var number = task
          while ContinuousClock.now < end {
            await work(task % 8, number)
            number += 1
          }
        }
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let after = server.usage()
    let (scripts, cpu) = (Double(after.scripts - before.scripts), after.seconds - before.seconds)
    print("| \(name) | \(Int(scripts / seconds)) | \(Int(cpu / seconds * 100)) % | \(Int(cpu / scripts * 1e6)) |")
  }
  for connection in connections { await connection.shutdown() }
}
