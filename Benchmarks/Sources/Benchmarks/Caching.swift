import Foundation
import HTTPTypes
import Refinery
import RefineryCache

/// Measures a response from the cache, beside the same call through a loopback connection.
func compareCaching() async throws -> [String] {
  var failures: [String] = []
  print("\nA response from the cache")
  let body = Body(#"{"id":5,"name":"Ann"}"#)
  let headers: HTTPFields = [
    .contentType: "application/json", .cacheControl: "max-age=86400", .eTag: #""5-1""#, .server: "example",
    .date: "Sun, 06 Nov 1994 08:49:37 GMT", .contentLength: "21", .vary: "Accept",
  ]
  let canned = Canned(response: Response(status: .ok, headers: headers, body: body))
  let api = Client(baseURL: "https://api.example.com/v1", transport: canned)
  let request = try api.makeRequest(for: Person.read(5))
  let clock = CallClock(ContinuousClock(), date: { Date(timeIntervalSince1970: 784_111_777) })
  // Each call has its own request and context.
  @Sendable func fresh() -> Request {
    Request(endpoint: request.endpoint, head: request.head, options: request.options, context: CallContext(clock: clock))
  }
  let bare = Next(transport: canned)
  let cached = Next([CacheMiddleware(for: .client)], transport: canned)
  _ = try await cached(fresh())
  guard try await cached(fresh()).source == .freshCache else { return ["the response was not stored"] }

  let costs = try await fastest([
    { _ = try await bare(fresh()) }, { _ = try await cached(fresh()) },
  ])
  report("the chain without a cache", costs[0])
  report("the chain with a cache, a hit", costs[1], beside: costs[0])
  let added = costs[1].allocations - costs[0].allocations
  print("a hit costs \(Int(costs[1].nanoseconds)) ns; the cache adds \((added * 100).rounded() / 100) allocations")
  if costs[1].nanoseconds > 10 * costs[0].nanoseconds { failures.append("a cache hit takes more than 10 empty chains") }
  if costs[1].allocations > 15 { failures.append("a cache hit makes more than 15 allocations") }

  let server = try LoopbackServer(#"{"id":5,"name":"Ann"}"#)
  let network = Client(baseURL: "http://127.0.0.1:\(server.port)/v1")
  let caching = Client(baseURL: "http://127.0.0.1:\(server.port)/v1", middleware: [CacheMiddleware(for: .client)])
  let calls = try await fastest(
    passes: 100,
    [{ _ = try await network.send(Person.read(5)) }, { _ = try await caching.send(Person.read(5)) }])
  report("Person.read(5) by a loopback connection", calls[0])
  report("Person.read(5) from the cache", calls[1], beside: calls[0])
  return failures
}

/// Returns the fewest nanoseconds and allocations of one pass of each closure. The closures take turns, so other load on the
/// machine affects all of them, and the fastest turn has the least of it.
private func fastest(
  passes: Int = 500, turns: Int = 60, _ works: [() async throws -> Void]
) async throws -> [Cost] {
  var best: [Cost] = []
  for turn in 0..<turns {
    for (index, work) in works.enumerated() {
      let cost = try await measure(passes, rounds: 1, work)
      if turn == 0 {
        best.append(cost)
      } else {
        best[index] = Cost(
          nanoseconds: min(best[index].nanoseconds, cost.nanoseconds),
          allocations: min(best[index].allocations, cost.allocations))
      }
    }
  }
  return best
}

/// Stores many more responses than the cache may keep, and prints how much memory the process uses.
func soakCache(megabytes total: Int) async throws -> [String] {
  let limit = 64
  let cache = CacheMiddleware(for: .client, store: MemoryCacheStore(byteLimit: limit << 20))
  let api = Client(baseURL: "https://api.example.com", middleware: [cache], transport: LargeResponses())
  print("\(total) MiB of responses, a cache of \(limit) MiB")
  let start = megabytes("VmRSS")
  var (sent, number, next) = (0, 0, 0)
  var sizes: [Int] = []
  while sent < total << 20 {
    let response = try await api.respond(to: Person.read(number))
    guard let body = response.body.data, response.source == .network else { return ["a response was not stored"] }
    sent += body.count
    number += 1
    guard sent >= next else { continue }
    next += max(1, total / 16) << 20
    sizes.append(megabytes("VmRSS"))
    print("\(padded("\(sent >> 20) MiB sent", 20))\(sizes[sizes.count - 1]) MiB resident")
  }
  let hit = try await api.respond(to: Person.read(number - 1))
  let peak = megabytes("VmHWM")
  print("\(number) responses, peak \(peak) MiB resident, \(start) MiB before")
  var failures: [String] = []
  if hit.source != .freshCache { failures.append("the last response is not stored") }
  // Three quarters of the way, the cache has been full for long.
  if sizes[sizes.count - 1] > sizes[sizes.count / 4] + 8 { failures.append("memory grows although the cache is full") }
  if peak > start + limit + limit / 2 { failures.append("the process uses much more memory than the cache's limit") }
  return failures
}

/// Sends responses of 1 to 128 KiB that may be stored for a day.
private struct LargeResponses: Transport {
  var enforcesDeadline: Bool { true }
  func send(_ request: Request) async throws -> Response {
    let number = request.head.path?.split(separator: "/").last.flatMap { UInt64($0) } ?? 0
    let size = 1_024 + Int((number &* 6_364_136_223_846_793_005 >> 33) % (127 * 1_024))
    return Response(
      status: .ok, headers: [.cacheControl: "max-age=86400"], body: Body(Data(repeating: UInt8(number % 256), count: size)))
  }
}

/// Returns a line of the process's status in MiB: `VmRSS` is the memory it uses now, `VmHWM` the most it has used.
private func megabytes(_ line: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let words = status.split(separator: "\n").first { $0.hasPrefix("\(line):") }?.split { $0 == " " || $0 == "\t" }
  return (words?.dropFirst().first.flatMap { Int($0) } ?? 0) >> 10
}

/// A server on a loopback port that sends the same response to every request of each connection, with a thread for each.
private final class LoopbackServer: Sendable {
  let port: UInt16

  init(_ body: String) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    let response =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=86400\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection, Array(response.utf8)) }
      }
    }
  }

  private static func serve(_ connection: Int32, _ response: [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    // A GET of this benchmark arrives in one piece.
    while recv(connection, &buffer, buffer.count, 0) > 0 {
      guard send(connection, response, response.count, Int32(MSG_NOSIGNAL)) == response.count else { break }
    }
    close(connection)
  }
}
