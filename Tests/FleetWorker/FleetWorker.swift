import Foundation
import RefineryCore
import RefineryRedis

/// One instance of an app that shares state through Redis: a process for tests to start, and to kill.
///
///     FleetWorker tokens REDIS BASE CALLS grant|rotating LEASE_MS
///     FleetWorker limit REDIS BASE SECONDS RATE
///     FleetWorker cache REDIS BASE FIRST COUNT USER
///     FleetWorker all REDIS BASE SECONDS
///
/// It prints one line with what happened, as JSON.
@main struct FleetWorker {
  static func main() async {
    #if Redis
      do {
        try await run(Array(CommandLine.arguments.dropFirst()))
      } catch {
        // An error that leaves `main` is a trap, and its backtrace takes minutes.
        print(error)
        exit(1)
      }
    #else
      print("FleetWorker needs the trait Redis")
    #endif
  }

  #if Redis
    private struct Unusable: Error { let arguments: [String] }

    private static func run(_ arguments: [String]) async throws {
      func number(_ index: Int) throws -> Int {
        guard arguments.indices.contains(index), let number = Int(arguments[index]) else {
          throw Unusable(arguments: arguments)
        }
        return number
      }
      guard arguments.count >= 4 else { throw Unusable(arguments: arguments) }
      let instance = try FleetInstance(redis: arguments[1], base: arguments[2])
      switch arguments[0] {
      case "tokens":
        try await instance.tokens(try number(3), isRotating: arguments[4] == "rotating", lease: .milliseconds(try number(5)))
      case "limit": try await instance.limit(.seconds(try number(3)), rate: try number(4))
      case "cache": try await instance.cache(from: try number(3), count: try number(4), user: arguments[5])
      case "all": try await instance.all(.seconds(try number(3)))
      default: throw Unusable(arguments: arguments)
      }
      let shutdown = ContinuousClock.now
      await instance.redis.shutdown()
      instance.note("shutdown_ms", Int((ContinuousClock.now - shutdown) / .milliseconds(1)))
      print(instance.report)
    }
  #endif
}
