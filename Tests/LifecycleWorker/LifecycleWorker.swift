import Foundation
import HTTPTypes
import RefineryAsyncHTTPClient
import RefineryCore
import RefineryCurl
import RefineryLifecycle
import RefineryURLSession

#if ServiceLifecycle
  import Logging
  import ServiceLifecycle
  import UnixSignals
#endif

/// An app that has calls under way when SIGTERM ends it: a process for tests.
///
///     LifecycleWorker http://127.0.0.1:8080 URLSession|AsyncHTTPClient|Curl <calls> <grace in milliseconds>
///
/// It prints how a call ends that begins after the signal, and how the calls under way end.
@main struct LifecycleWorker {
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
    guard arguments.count == 5, let calls = Int(arguments[3]), let grace = Int(arguments[4]) else {
      print("usage: LifecycleWorker <base URL> URLSession|AsyncHTTPClient|Curl <calls> <grace in milliseconds>")
      exit(2)
    }
    #if ServiceLifecycle
      let client = Client(baseURL: arguments[1], transport: try transport(arguments[2], calls))
      // The client ends first: the calls under way are those that nothing else waits for.
      let group = ServiceGroup(
        services: [Load(client: client, calls: calls), ClientService(client, grace: .milliseconds(grace))],
        gracefulShutdownSignals: [.sigterm], logger: Logger(label: "worker") { _ in SwiftLogNoOpLogHandler() })
      try await group.run()
    #else
      print("LifecycleWorker needs the trait ServiceLifecycle")
      exit(2)
    #endif
  }

  private static func transport(_ name: String, _ calls: Int) throws -> any Transport {
    var configuration = TransportConfiguration()
    configuration.maximumConnectionsPerOrigin = calls + 1
    switch name {
    case "URLSession": return try URLSessionTransport(configuration: configuration)
    #if AsyncHTTPClient
      case "AsyncHTTPClient": return try AsyncHTTPClientTransport(configuration: configuration)
    #endif
    #if Curl
      case "Curl": return try CurlTransport(configuration: configuration)
    #endif
    default:
      print("no transport \(name)")
      exit(2)
    }
  }
}

#if ServiceLifecycle
  /// Sends calls that wait for their responses when the signal comes, and after the signal one call after another until the
  /// client refuses one.
  private struct Load: Service {
    private static let held = Call<Okay>(Endpoint("Held.read", .get, "held")).timeout(nil)
    private static let probe = Call<Okay>(Endpoint("Probe.read", .get, "probe"))

    let client: Client
    let calls: Int

    func run() async throws {
      var outcomes: [String: Int] = [:]
      // Before the first call: a signal that comes earlier than this would be lost.
      let signals = await UnixSignalsSequence(trapping: .sigterm)
      await withTaskGroup(of: String?.self) { group in
        for _ in 0..<calls { group.addTask { await outcome(of: Self.held) } }
        group.addTask {
          for await _ in signals { break }
          var later = "answered"
          // A call that began before the client was closed may also be cancelled with the grace.
          while ["answered", "closed waiting for the response"].contains(later) { later = await outcome(of: Self.probe) }
          say("later: \(later)")
          return nil
        }
        for await case let outcome? in group { outcomes[outcome, default: 0] += 1 }
      }
      for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) { say("\(count) \(outcome)") }
      try await gracefulShutdown()
    }

    private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private func outcome(of call: Call<Okay>) async -> String {
      do {
        try await client.send(call)
        return "answered"
      } catch let error as CallError {
        return (error.underlying as? TransportError).map { "\($0.code) \($0.phase.rawValue)" } ?? error.description
      } catch {
        return ErrorSummary.text(of: error)
      }
    }
  }
#endif
