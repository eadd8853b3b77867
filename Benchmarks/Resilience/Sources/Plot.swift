import RefineryCore
import Reports

extension Study {
  private static let lines: [(client: ClientKind, label: String, colour: String)] = [
    (.naive, "naive", "#d6453d"),
    (.endlessRetry, "retry without a budget", "#dd7a1c"),
    (.retry, "retry with a budget", "#c9a227"),
    (.breaker, "circuit breaker", "#8d6fd1"),
    (.adaptive, "adaptive limit", "#2aa160"),
    (.presetWithLimit, "resilient, adaptive limit", "#2f7fd6"),
  ]

  var svg: String {
    let capacity = ServerPlan().capacity
    let overload = Self.lines.map { line in
      LineChart.Line(
        line.label, colour: line.colour,
        points: zip(Self.loads, self.overload[line.client] ?? []).map { ($0, $1.goodput) })
    }
    let slowdown = Self.lines.map { line in
      let seconds = self.slowdown[line.client]?.seconds ?? []
      // Means of 3 seconds, from 10 seconds before the slowdown on.
      let points = stride(from: Self.troubled.lowerBound - 10, to: min(seconds.count, 150), by: 3).map { second in
        let shown = seconds[second..<min(second + 3, seconds.count)]
        let mean = Double(shown.reduce(0) { $0 + $1.good }) / Double(max(1, shown.count))
        return (Double(second - Self.troubled.lowerBound), mean)
      }
      return LineChart.Line(line.label, colour: line.colour, points: points)
    }
    return LineChart(
      title: "Good calls a second, of a server that can do \(number(capacity))",
      summary: "Goodput of clients by load, and during and after a slowdown of the server",
      panels: [
        LineChart.Panel("Calls as a multiple of the capacity", ticks: Self.loads, top: capacity, lines: overload),
        LineChart.Panel(
          "Seconds since the server became five times slower, for 30 s", ticks: [0, 15, 30, 45, 60, 75, 90], top: capacity,
          lines: slowdown),
      ],
      note: "Simulated server and clock; the client and its links are the real ones."
    ).svg
  }
}
