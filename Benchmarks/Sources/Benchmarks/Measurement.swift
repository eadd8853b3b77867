import CAllocations

/// The cost of one pass.
struct Cost {
  let nanoseconds: Double
  let allocations: Double
}

/// Returns the median time and the fewest allocations of one pass, over rounds of many passes.
func measure(_ passes: Int = 20_000, rounds: Int = 7, _ work: () async throws -> Void) async rethrows -> Cost {
  let clock = ContinuousClock()
  var times: [Double] = []
  var blocks: [Double] = []
  for round in 0...rounds {
    let before = allocations()
    let start = clock.now
    for _ in 0..<passes { try await work() }
    let elapsed = start.duration(to: clock.now)
    // The first round warms up.
    guard round > 0 else { continue }
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    times.append(seconds * 1e9 / Double(passes))
    blocks.append(Double(allocations() - before) / Double(passes))
  }
  times.sort()
  return Cost(nanoseconds: times[times.count / 2], allocations: blocks.min() ?? 0)
}

/// Returns the least time and the fewest allocations of one pass of each work. Short rounds of all works alternate, so that
/// other programs of the machine slow all works alike, and the best round of each had the machine for itself.
func measureTogether(
  _ works: [() async throws -> Void], passes: Int = 1_000, rounds: Int = 100
) async throws -> [Cost] {
  var costs = works.map { _ in Cost(nanoseconds: .infinity, allocations: .infinity) }
  for _ in 0..<rounds {
    for (index, work) in works.enumerated() {
      let round = try await measure(passes, rounds: 1, work)
      costs[index] = Cost(
        nanoseconds: min(costs[index].nanoseconds, round.nanoseconds),
        allocations: min(costs[index].allocations, round.allocations))
    }
  }
  return costs
}

func padded(_ text: String, _ width: Int) -> String {
  text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
}

func report(_ name: String, _ cost: Cost, beside other: Cost? = nil) {
  var line = padded(name, 46) + padded("\(Int(cost.nanoseconds.rounded())) ns", 12)
  // Over thousands of passes, a few blocks come from the measurement itself, such as from growing arrays.
  line += padded("\((cost.allocations * 100).rounded() / 100) allocations", 20)
  if let other { line += "\((cost.nanoseconds / other.nanoseconds * 100).rounded() / 100)x" }
  print(line)
}
