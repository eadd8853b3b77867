import Reports

/// Two panels of horizontal bars: requests a second, and CPU a request, each relative to `data(for:)`.
struct Plot {
  let results: Results
  let cell: Cell

  /// The complete file.
  var svg: String {
    BarChart(
      title: cell.title,
      summary: "\(cell.title): requests a second and CPU a request of each client",
      panels: [
        panel("Requests a second (more is better)", "/s", \.requestsPerSecond),
        panel("CPU a request (less is better)", " µs", \.cpuPerRequest),
      ],
      note: "Bars and factors: beside URLSession's data(for:), medians of \(results.rounds) interleaved rounds on one machine."
    ).svg
  }

  private func panel(_ title: String, _ unit: String, _ value: (Measurement) -> Double) -> BarChart.Panel {
    BarChart.Panel(
      title,
      results.clients(of: cell).map { client in
        // The lengths are ratios within a round, because a busy machine affects them less than values of different rounds.
        let factor = results.ratio(cell, client, to: .urlSession, value)
        return BarChart.Bar(
          client.title.replacing("`", with: ""), length: factor,
          text: "\(ratioText(factor)) · \(number(results.median(cell, client, value)))\(unit)", colour: client.colour,
          isStrong: client.engine != nil)
      })
  }
}

extension ClientKind {
  /// One hue for each engine: pale for the engine itself, full for Refinery on it.
  fileprivate var colour: String {
    switch self {
    case .urlSession: "#8fb4de"
    case .refineryOnURLSession: "#2f7fd6"
    case .refineryOnDocumentedURLSession: "#5a9ada"
    case .asyncHTTPClient: "#e3b98a"
    case .refineryOnAsyncHTTPClient: "#dd7a1c"
    case .curl: "#8dc9a5"
    case .refineryOnCurl: "#2aa160"
    case .refineryOnCurlThread: "#157a45"
    }
  }
}
