#if Load
  import Foundation

  extension LoadReport {
    /// The report as an SVG: latency by percentile, latency by time, and the rate by time.
    ///
    /// - Parameter title: what was called.
    package func svg(title: String) -> String {
      let panels = [percentilePanel, timePanel, ratePanel]
      var (top, drawn) = (44.0, [String]())
      for panel in panels {
        drawn.append(panel.elements(top: top))
        top += panel.height + 90
      }
      let height = NumberText.fixed(top + 8, 0)
      let width = NumberText.fixed(ChartPanel.width, 0)
      let summary =
        "\(title): \(NumberText.count(total.intended)) calls, \(NumberText.count(total.failed)) failed, "
        + "\(NumberText.count(total.refused)) refused, \(NumberText.count(total.notStarted)) not started; median "
        + "\(NumberText.milliseconds(total.latency.value(at: 50))) ms, 99 % within "
        + "\(NumberText.milliseconds(total.latency.value(at: 99))) ms"
      return """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
        viewBox="0 0 \(width) \(height)" role="img" \
        font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12" fill="#78838f">
        <title>\(ChartPanel.escaped(summary))</title>
        <text x="16" y="26" font-size="16" font-weight="600">\(ChartPanel.escaped(title))</text>
        \(drawn.joined(separator: "\n"))
        <text x="16" y="\(NumberText.fixed(top - 4, 0))" font-size="11">Latency counts from the intended start of a call, \
        service time from its actual start.</text>
        </svg>

        """
    }

    private static let blue = "#2f7fd6"
    private static let orange = "#dd7a1c"
    private static let green = "#2aa160"

    private var percentilePanel: ChartPanel {
      func line(_ name: String, _ histogram: LatencyHistogram, _ colour: String, isDashed: Bool = false) -> ChartPanel.Line {
        ChartPanel.Line(
          name: name,
          points: histogram.curve().map { (PercentileTick.nines($0.percentile), Double($0.nanoseconds) / 1e6) },
          colour: colour, isDashed: isDashed)
      }
      let shown = steps.filter { $0.counts.latency.count > 0 }
      let lines: [ChartPanel.Line]
      if shown.count <= 1 {
        lines = [
          line("latency", total.latency, Self.blue), line("service time", total.service, Self.orange, isDashed: true),
        ]
      } else {
        lines = shown.enumerated().map { index, step in
          line("\(NumberText.rate(step.rate))/s", step.counts.latency, Self.hue(index, of: shown.count))
        }
      }
      let last = (shown.map(\.counts.latency.nines) + [1]).max() ?? 1
      let ticks = PercentileTick.all.filter { ![75, 95].contains($0) }
        .map { (x: PercentileTick.nines($0), name: NumberText.percentile($0)) }
      return ChartPanel(
        title: "Latency in ms by percentile" + (shown.count > 1 ? " and rate" : ""), lines: lines, range: 0...last,
        ticks: ticks, height: 200)
    }

    private var timePanel: ChartPanel {
      func line(_ name: String, _ colour: String, _ value: (LoadInterval) -> Int64?) -> ChartPanel.Line {
        ChartPanel.Line(name: name, points: intervals.map { (middle($0), value($0).map { Double($0) / 1e6 }) }, colour: colour)
      }
      return ChartPanel(
        title: "Latency in ms by time",
        lines: [
          line("median", Self.green, \.median), line("99 %", Self.blue, \.percentile99),
          line("maximum", Self.orange, \.maximum),
        ],
        range: timeRange, ticks: timeTicks, marks: stepMarks, height: 160)
    }

    private var ratePanel: ChartPanel {
      func line(_ name: String, _ colour: String, _ value: (LoadInterval) -> Int, isDashed: Bool = false) -> ChartPanel.Line {
        ChartPanel.Line(
          name: name, points: intervals.map { (middle($0), Double(value($0)) / seconds(of: $0)) }, colour: colour,
          isDashed: isDashed)
      }
      return ChartPanel(
        title: "Calls a second",
        lines: [
          line("intended", Self.blue, \.attempted, isDashed: true), line("ended", Self.green, \.completed),
          line("failed, refused or not started", Self.orange) { $0.failed + $0.refused + $0.notStarted },
        ],
        range: timeRange, ticks: timeTicks, marks: stepMarks, height: 110)
    }

    private func middle(_ interval: LoadInterval) -> Double { Double(interval.start) + Double(intervalSeconds) / 2 }

    /// The part of an interval that belongs to the plan; the last may be shorter.
    private func seconds(of interval: LoadInterval) -> Double {
      let rest = Double(plan.duration.wholeNanoseconds) / 1e9 - Double(interval.start)
      return rest > 0 ? min(Double(intervalSeconds), rest) : Double(intervalSeconds)
    }

    private var timeRange: ClosedRange<Double> {
      let end = intervals.last.map { Double($0.start + intervalSeconds) } ?? 1
      return 0...max(1, end)
    }

    private var timeTicks: [(x: Double, name: String)] {
      let (top, step) = AxisScale.ticks(upTo: timeRange.upperBound, count: 8)
      return (0...Int((top / step).rounded())).map { (Double($0) * step, "\(NumberText.rate(Double($0) * step)) s") }
    }

    private var stepMarks: [(x: Double, name: String)] {
      guard steps.count > 1 else { return [] }
      var start: Int64 = 0
      return steps.map { step in
        defer { start += step.duration }
        return (Double(start) / 1e9, "\(NumberText.rate(step.rate))/s")
      }
    }

    /// A colour between blue for the first step and orange for the last.
    private static func hue(_ index: Int, of count: Int) -> String {
      let share = count > 1 ? Double(index) / Double(count - 1) : 0
      return "hsl(\(NumberText.fixed(212 - share * 190, 0)), 65%, 50%)"
    }
  }
#endif
