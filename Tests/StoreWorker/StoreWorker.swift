import Foundation
import RefineryCore
import RefineryStore
import RefineryURLSession

/// Synchronises the items of a store on disk with a server, and prints what it did: a process for tests to kill.
///
///     StoreWorker http://127.0.0.1:8080 /tmp/items.sqlite one|many|batch
@main struct StoreWorker {
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
    guard arguments.count == 4 else {
      print("usage: StoreWorker <base URL> <file> one|many|batch")
      return
    }
    #if SQLite
      let client = Client(baseURL: arguments[1], transport: URLSessionTransport())
      let items = SyncedRepository<JSONValue>(
        client, store: try SQLiteStore(arguments[2]), resource: DictionaryResource("Item", path: "items"),
        settings: SyncSettings {
          $0.sendsAtOnce = false
          switch arguments[3] {
          case "many": $0.concurrency = 4
          case "batch": $0.batch = .init(size: 20)
          default: break
          }
        })
      print(try await items.synchronize())
    #else
      print("StoreWorker needs the trait SQLite")
    #endif
  }
}
