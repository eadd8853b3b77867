import Dispatch
import Foundation
import Refinery
import RefineryAsyncHTTPClient
import RefineryCurl
import Synchronization

/// Makes many concurrent calls with short deadlines, and measures how late they end.
///
/// Plain sleeps of the same lengths run beside the calls. If a sleep ends too late, the machine was too busy for a result.
struct Deadlines {
  /// The results of one transport's calls.
  struct Outcome {
    var calls = 0
    var responses = 0
    var timeouts = 0
    /// Calls with another result, by error.
    var others: [String: Int] = [:]
    /// The largest delay after a deadline.
    var worst = Duration.zero
    var late = 0
  }

  /// The maximum delay of a call after its deadline.
  static let tolerance = Duration.milliseconds(50)

  let clients: [ClientKind]
  let calls: Int
  let concurrency: Int
  let url: URL

  /// Prints a line for each transport. Returns false if a call ended too late, or with anything but a response or its deadline.
  func run() async throws -> Bool {
    var isKept = true
    for client in clients {
      let transport = try Self.transport(client)
      let sleeps = Task { await Self.sleepBeside() }
      let outcome = await measure(Client(baseURL: url, transport: transport))
      sleeps.cancel()
      let control = await sleeps.value
      await transport.shutdown(grace: .zero)
      let isGood = outcome.late == 0 && outcome.others.isEmpty && outcome.calls == calls
      isKept = isKept && isGood
      print(
        "\(isGood ? "kept  " : control.late > 0 ? "BUSY  " : "BROKEN") \(client.title): \(outcome.calls) calls,"
          + " \(outcome.responses) responses, \(outcome.timeouts) deadlines, the latest"
          + " \(Self.milliseconds(outcome.worst)) ms after its deadline,"
          + " \(outcome.late) later than \(Self.milliseconds(Self.tolerance)) ms"
          + outcome.others.sorted { $0.key < $1.key }.map { "; \($0.value) times \($0.key)" }.joined()
          + "; beside them \(control.calls) plain sleeps, the latest \(Self.milliseconds(control.worst)) ms after its time,"
          + " \(control.late) later than \(Self.milliseconds(Self.tolerance)) ms")
    }
    return isKept
  }

  private static func deadline(_ number: Int) -> Duration { .microseconds(100 + number * 7919 % 49_901) }

  /// Measures the standard library's timers in the same program at the same time. Ends when it is cancelled.
  @concurrent private static func sleepBeside() async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      for sleeper in 0..<16 {
        group.addTask {
          var outcome = Outcome()
          let clock = ContinuousClock()
          while true {
            let start = clock.now
            let length = deadline(16 * outcome.calls + sleeper)
            guard (try? await clock.sleep(for: length)) != nil else { return outcome }
            outcome.ends(late: start.duration(to: clock.now) - length)
          }
        }
      }
      return await group.reduce(into: Outcome()) { $0.add($1) }
    }
  }

  /// Runs as many tasks as there are concurrent calls. Each takes the next call, with deadlines from 0.1 to 50 ms.
  private func measure(_ api: Client) async -> Outcome {
    let counter = Counter()
    return await withTaskGroup(of: Outcome.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var outcome = Outcome()
          while true {
            let number = counter.next()
            guard number < calls else { return outcome }
            await outcome.count(api, number, deadline: Self.deadline(number))
          }
        }
      }
      return await group.reduce(into: Outcome()) { $0.add($1) }
    }
  }

  /// One connection for every eight concurrent calls, so that most calls wait in a queue.
  private static func transport(_ client: ClientKind) throws -> any Transport {
    var configuration = TransportConfiguration()
    configuration.maximumConnectionsPerOrigin = 32
    switch client {
    case .refineryOnURLSession: return try URLSessionTransport(configuration: configuration)
    case .refineryOnAsyncHTTPClient: return try AsyncHTTPClientTransport(configuration: configuration)
    case .refineryOnCurl: return try CurlTransport(configuration: configuration)
    default: throw SliceFailure(error: "\(client.rawValue) keeps no deadlines of Refinery's")
    }
  }

  static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
  }
}

/// Counts calls, starting at 0.
private final class Counter: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}

extension Deadlines.Outcome {
  private static let slow = Endpoint("Person.slow", .get, "slow/small.json")
  private static let fast = Endpoint("Person.fast", .get, "plain/small.json")

  /// Makes one call. Every second call goes to a path that takes 50 ms.
  fileprivate mutating func count(_ api: Client, _ number: Int, deadline: Duration) async {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      _ = try await api.send(Call<Okay>(number % 2 == 0 ? Self.slow : Self.fast).timeout(deadline))
      responses += 1
    } catch let error as CallError where error.kind == .timedOut(.total) || error.kind == .timedOut(.queue) {
      timeouts += 1
    } catch {
      others[(error as? CallError)?.description ?? "\(error)", default: 0] += 1
    }
    ends(late: start.duration(to: clock.now) - deadline)
  }

  fileprivate mutating func ends(late lateness: Duration) {
    calls += 1
    worst = max(worst, lateness)
    if lateness > Deadlines.tolerance { late += 1 }
  }

  fileprivate mutating func add(_ other: Self) {
    calls += other.calls
    responses += other.responses
    timeouts += other.timeouts
    others.merge(other.others) { $0 + $1 }
    worst = max(worst, other.worst)
    late += other.late
  }
}

extension Deadlines {
  /// The options of `run.sh deadlines`.
  private static let usage = """
    --calls N        calls of each transport (20000)
    --concurrency N  calls at once (256)
    --clients A,B    only these of refineryOnURLSession, refineryOnAsyncHTTPClient, refineryOnCurl
    """

  /// - Throws: ``SliceFailure`` for an unknown option.
  init(_ arguments: some Sequence<String>) throws {
    var clients: [ClientKind] = [.refineryOnURLSession, .refineryOnAsyncHTTPClient, .refineryOnCurl]
    var numbers = ["--calls": 20_000, "--concurrency": 256]
    var origin: URL?
    var iterator = arguments.makeIterator()
    while let option = iterator.next() {
      guard let value = iterator.next() else { throw SliceFailure(error: "\(option) takes a value\n\(Self.usage)") }
      switch option {
      case "--plain": origin = URL(string: value)
      case "--clients":
        clients = try value.split(separator: ",").map { name in
          guard let client = ClientKind(rawValue: String(name)) else {
            throw SliceFailure(error: "no client is called \(name)\n\(Self.usage)")
          }
          return client
        }
      case "--calls", "--concurrency":
        guard let number = Int(value), number > 0 else {
          throw SliceFailure(error: "\(option) takes a positive number, not \(value)")
        }
        numbers[option] = number
      // Options for other commands of the script.
      case "--secure", "--http2", "--authority", "--about": break
      default: throw SliceFailure(error: "\(option) is no option\n\(Self.usage)")
      }
    }
    guard let origin else { throw SliceFailure(error: "--plain takes the server's origin\n\(Self.usage)") }
    self.init(
      clients: clients, calls: numbers["--calls"] ?? 0, concurrency: numbers["--concurrency"] ?? 0,
      url: origin)
  }
}
