import CAllocations
import Foundation
import Synchronization

/// Runs one client's requests with a fixed concurrency, and measures the process.
final class Meter: Sendable {
  private enum Phase {
    static let warming = 0
    static let measuring = 1
    static let over = 2
  }

  private struct Snapshot {
    let time = ContinuousClock.now
    let cpu = processorSeconds()
    let blocks = allocations()
  }

  private let slice: Slice
  private let client: any LoadClient
  private let phase = Atomic(Phase.warming)
  private let failure = Mutex<String?>(nil)

  init(_ slice: Slice, _ client: any LoadClient) {
    self.slice = slice
    self.client = client
  }

  /// Runs off the main actor, like an app's calls.
  @concurrent func run() async throws -> Measurement {
    try await withThrowingTaskGroup(of: [Float].self) { group in
      for _ in 0..<slice.cell.concurrency {
        group.addTask(executorPreference: client.executor) { await self.work() }
      }
      try await Task.sleep(for: .seconds(slice.warm))
      let first = Snapshot()
      phase.store(Phase.measuring, ordering: .relaxed)
      try await Task.sleep(for: .seconds(slice.seconds))
      phase.store(Phase.over, ordering: .relaxed)
      let last = Snapshot()
      var milliseconds: [Float] = []
      for try await part in group { milliseconds += part }
      if let failure = failure.withLock({ $0 }) { throw SliceFailure(error: failure) }
      guard !milliseconds.isEmpty else { throw SliceFailure(error: "no request was finished") }
      milliseconds.sort()
      return Measurement(
        requests: milliseconds.count, seconds: (last.time - first.time).seconds, cpu: last.cpu - first.cpu,
        allocations: Int(last.blocks - first.blocks), p50: Double(milliseconds[milliseconds.count / 2]),
        p99: Double(milliseconds[milliseconds.count * 99 / 100]), peak: peakKilobytes())
    }
  }

  /// Sends one request after the other. Nothing is ever cancelled, because cancelling `data(for:)` can stop a whole process.
  private func work() async -> [Float] {
    let expected = slice.cell.amount(of: slice.client)
    var milliseconds: [Float] = []
    while phase.load(ordering: .relaxed) != Phase.over {
      let start = ContinuousClock.now
      do {
        let amount = try await client.fetch()
        guard amount == expected else { throw SliceFailure(error: "\(amount) came in place of \(expected)") }
      } catch {
        failure.withLock { $0 = $0 ?? "\(error)" }
        phase.store(Phase.over, ordering: .relaxed)
      }
      guard phase.load(ordering: .relaxed) == Phase.measuring else { continue }
      milliseconds.append(Float((ContinuousClock.now - start).seconds * 1e3))
    }
    return milliseconds
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

private func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

/// The peak memory of this program only; the value of `getrusage` is inherited from the parent process.
private func peakKilobytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
