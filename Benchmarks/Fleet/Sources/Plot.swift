import Reports

/// The results as bars.
func plot(of results: [Simulation.Result]) -> String {
  let (shared, own) = ("#2f9e6e", "#78838f")
  func bars(_ value: (Simulation.Result) -> [(String, Double, String, String)]) -> [BarChart.Bar] {
    results.flatMap { result in
      value(result).map { label, length, text, colour in
        BarChart.Bar(
          "\(result.instances) instances\(label)", length: length, text: text, colour: colour, isStrong: colour == shared)
      }
    }
  }
  return BarChart(
    title: "Instances that share one Redis",
    summary: "Hit ratios of shared and own caches, scripts a second and the CPU of Redis for 10, 100 and 1,000 instances",
    panels: [
      .init(
        "Hit ratio of the cache",
        bars { result in
          [
            (", shared", result.hits, "\(Int(result.hits * 100)) %", shared),
            (", each its own", result.ownHits, "\(Int(result.ownHits * 100)) %", own),
          ]
        }),
      .init("Scripts a second", bars { [("", Double($0.scripts), "\($0.scripts)", shared)] }),
      .init("CPU of Redis, of one core", bars { [("", $0.cpu, "\(Int($0.cpu * 100)) %", shared)] }),
    ], note: "All instances together want 1,000 calls a second of a limit of 500, and read 2,000 cached responses."
  ).svg
}
