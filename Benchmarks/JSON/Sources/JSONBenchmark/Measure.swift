import CAllocations
import FoundationEssentials

/// Medians of runs that take turns, so that what else the machine does meets all alike.
struct Measurement {
  let seconds: Double
  let allocations: Int
}

func measure(rounds: Int, _ sides: [() throws -> Int], _ repeats: Int) throws -> [Measurement] {
  var times = [[Double]](repeating: [], count: sides.count)
  let allocations = try sides.map { side in
    _ = try side()
    let before = json_allocations()
    _ = try side()
    return Int(json_allocations() - before)
  }
  let clock = ContinuousClock()
  for _ in 0..<rounds {
    for (place, side) in sides.enumerated() {
      let time = try clock.measure { for _ in 0..<repeats { _ = try side() } }
      let (seconds, attoseconds) = time.components
      times[place].append((Double(seconds) + Double(attoseconds) * 1e-18) / Double(repeats))
    }
  }
  return zip(times, allocations).map { Measurement(seconds: $0.sorted()[$0.count / 2], allocations: $1) }
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  return "\((value * scale).rounded() / scale)"
}
