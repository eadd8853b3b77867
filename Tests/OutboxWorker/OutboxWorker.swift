import Foundation
import RefineryCore
import RefineryPostgreSQL
import RefineryStore
import RefineryURLSession

/// Drains an outbox in PostgreSQL until it is empty: a process for tests to kill.
///
///     OutboxWorker http://127.0.0.1:8080 postgresql://app@/app?host=/tmp/socket schema one|many|batch 500
///
/// The last argument is the duration of leases in milliseconds.
@main struct OutboxWorker {
  static func main() async {
    do {
      try await run()
    } catch {
      // An error that leaves `main` is a trap, and its backtrace takes minutes.
      print(error)
      exit(1)
    }
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let lease = Int(arguments[5]) else {
      print("usage: OutboxWorker <base URL> <connection string> <schema> one|many|batch <milliseconds>")
      return
    }
    #if PostgreSQL
      let client = Client(baseURL: arguments[1], transport: URLSessionTransport())
      let items = SyncedRepository<JSONValue>(
        client, store: try await PostgreSQLStore(arguments[2], schema: arguments[3]),
        resource: DictionaryResource("Item", path: "items"),
        settings: SyncSettings {
          $0.sendsAtOnce = false
          $0.leaseDuration = .milliseconds(lease)
          switch arguments[4] {
          case "many": $0.concurrency = 4
          case "batch": $0.batch = .init(size: 4)
          default: break
          }
        })
      var runs = 0
      repeat {
        if runs > 0 { try await Task.sleep(for: .milliseconds(20)) }
        runs += 1
        do {
          let report = try await items.synchronize(.nothing)
          if !report.failures.isEmpty { print(report) }
        } catch let error as SynchronizationError {
          print(error)
        }
      } while try await items.unsentCount() > 0 && runs < 1_000
      print("drained after \(runs) runs")
    #else
      print("OutboxWorker needs the trait PostgreSQL")
    #endif
  }
}
