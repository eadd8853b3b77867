#if Redis
  import Foundation
  import HTTPTypes
  import RefineryAuth
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryCore
  import RefineryRateLimit
  import RefineryRedis
  import RefineryURLSession
  import Synchronization

  /// What an instance does, and counts.
  final class FleetInstance: Sendable {
    let redis: RedisConnection
    private let base: String
    private let counts: Counts
    private let transport = URLSessionTransport()

    private final class Counts: Sendable {
      let values = Mutex<[String: Int]>([:])
    }

    init(redis url: String, base: String) throws {
      self.base = base
      let counts = Counts()
      self.counts = counts
      redis = try RedisConnection(url) { state in
        if case .away = state { counts.values.withLock { $0["absences", default: 0] += 1 } }
      }
    }

    func note(_ name: String, _ value: Int) { counts.values.withLock { $0[name] = value } }
    private func add(_ name: String) { counts.values.withLock { $0[name, default: 0] += 1 } }

    /// The counts as a JSON object.
    var report: String {
      let values = counts.values.withLock { $0 }
      return "{" + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// Sends a call, and counts how it ends. The first failure is printed.
    private func send(_ client: Client, _ call: Call<JSONValue>) async {
      let start = ContinuousClock.now
      do {
        _ = try await client.send(call)
        add("calls")
      } catch {
        add("failures")
        if counts.values.withLock({ $0["failures"] }) == 1 { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
      }
      let took = Int((ContinuousClock.now - start) / .milliseconds(1))
      counts.values.withLock { $0["slowest_ms"] = max($0["slowest_ms"] ?? 0, took) }
    }

    private static let data = Call<JSONValue>(Endpoint("Data.read", .get, "data"))
    private static let row = Endpoint("Answer.read", .get, "answers/{number}")
    private static func answer(_ number: Int) -> Call<JSONValue> { Call<JSONValue>(row, ["number": PathValue(id: number)]) }

    // MARK: What it does

    /// Sends calls with tokens that the instances share, eight at a time.
    func tokens(_ calls: Int, isRotating: Bool, lease: Duration) async throws {
      let client = Client(baseURL: base, middleware: [AuthMiddleware(try shared(isRotating, lease))], transport: transport)
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<calls {
          if index >= 8 { await group.next() }
          group.addTask { await self.send(client, Self.data) }
        }
      }
    }

    private func shared(_ isRotating: Bool, _ lease: Duration) throws -> SharedCredentials {
      let next = Next([ProcessField()], transport: transport)
      let login = try OAuth2Client("fleet", .basic("secret"), tokenURL: "\(base)/token", via: next)
      let vault = RedisCredentialVault(redis)
      return isRotating
        ? SharedCredentials(
          try OAuth2RefreshToken(login, refreshToken: "first"), named: "test", in: vault, sealing: .plainText, lease: lease,
          limit: .seconds(5))
        : SharedCredentials(
          try OAuth2Grant.clientCredentials(login), named: "test", in: vault, sealing: .plainText, lease: lease,
          limit: .seconds(5))
    }

    /// Sends calls as fast as a limit admits them.
    func limit(_ length: Duration, rate: Int) async throws {
      var policy = RateLimitPolicy(rate)
      policy.capacity = max(1, rate / 50)
      let link = try RateLimitMiddleware(policy, store: RedisRateLimitStore(redis))
      let client = Client(baseURL: base, middleware: [link], transport: transport)
      let end = ContinuousClock.now + length
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<16 {
          group.addTask { while ContinuousClock.now < end { await self.send(client, Self.data) } }
        }
      }
    }

    /// Reads numbered answers through the shared cache, once each.
    func cache(from first: Int, count: Int, user: String) async throws {
      let store = RedisCacheStore(redis, sealing: .plainText)
      let client = Client(
        baseURL: base, middleware: [CacheMiddleware(for: .each { _ in user }, store: store)], transport: transport)
      for number in first..<first + count { await send(client, Self.answer(number)) }
    }

    /// Sends calls through all links that share state.
    func all(_ length: Duration) async throws {
      var policy = RateLimitPolicy(200)
      policy.capacity = 10
      let client = Client(
        baseURL: base,
        middleware: [
          CacheMiddleware(for: .each { _ in "app" }, store: RedisCacheStore(redis, sealing: .plainText)),
          AuthMiddleware(try shared(false, .seconds(1))),
          try RateLimitMiddleware(policy, store: RedisRateLimitStore(redis)),
          try CircuitBreakerMiddleware(store: RedisCircuitStore(redis)),
        ], transport: transport)
      let end = ContinuousClock.now + length
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            var number = task
            while ContinuousClock.now < end {
              await self.send(client, number % 2 == 0 ? Self.data : Self.answer(number % 100))
              number += 4
            }
          }
        }
      }
    }
  }

  /// Tells the server which process sends the request, so that the server can kill it.
  private struct ProcessField: Middleware {
    func respond(to request: Request, next: Next) async throws -> Response {
      var request = request
      if let name = HTTPField.Name("X-Process") { request.head.headerFields[name] = "\(getpid())" }
      return try await next(request)
    }
  }
#endif
