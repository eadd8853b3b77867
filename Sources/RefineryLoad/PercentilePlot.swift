#if Load
  /// Latency by percentile as text, with a logarithmic axis of percentiles.
  struct PercentilePlot {
    private enum Mark: Character {
      case none = " "
      case service = "o"
      case latency = "*"

      /// The control sequence of its colour.
      var colour: String {
        switch self {
        case .none: ""
        case .service: "\u{1B}[2m"
        case .latency: "\u{1B}[34m"
        }
      }
    }

    private static let height = 12
    private let latency: LatencyHistogram
    private let service: LatencyHistogram
    private let width: Int

    /// - Parameter width: the columns of the terminal. The last stays empty.
    init(_ report: LoadReport, width: Int) {
      latency = report.total.latency
      service = report.total.service
      self.width = max(40, width)
    }

    /// The lines of the plot, none longer than the terminal is wide. Without durations there are none.
    func lines(isColoured: Bool) -> [String] {
      guard let largest = latency.maximum else { return [] }
      let (top, step) = AxisScale.ticks(upTo: max(Double(largest) / 1e6, 0.001), count: 5)
      var labels: [Int: String] = [:]
      for tick in 0...max(1, Int((top / step).rounded())) {
        let value = Double(tick) * step
        labels[row(value, top)] = NumberText.rate(value)
      }
      let margin = (labels.values.map(\.count).max() ?? 1) + 2
      let columns = width - margin - 2
      let nines = latency.nines
      var grid = [[Mark]](repeating: Array(repeating: .none, count: columns), count: Self.height + 1)
      draw(service, .service, top, nines, on: &grid)
      draw(latency, .latency, top, nines, on: &grid)
      var lines = [
        String(" Latency in ms by percentile: * latency, o service time".prefix(width - 1))
      ]
      for row in (0...Self.height).reversed() {
        let label = labels[row] ?? ""
        let axis = row == 0 ? "+" : "|"
        lines.append(
          String(repeating: " ", count: margin - 1 - label.count) + label + axis
            + text(grid[row], isColoured, isFloor: row == 0))
      }
      lines.append(String(repeating: " ", count: margin) + axis(columns, nines))
      return lines
    }

    private func row(_ milliseconds: Double, _ top: Double) -> Int {
      min(Self.height, max(0, Int((milliseconds / top * Double(Self.height)).rounded())))
    }

    private func draw(
      _ histogram: LatencyHistogram, _ mark: Mark, _ top: Double, _ nines: Double, on grid: inout [[Mark]]
    ) {
      let columns = grid[0].count
      var before: Int?
      for column in 0..<columns {
        let place = nines * Double(column) / Double(max(1, columns - 1))
        let percentile = PercentileTick.percentile(at: place)
        guard let value = histogram.value(at: percentile) else { return }
        let row = row(Double(value) / 1e6, top)
        // A jump is a vertical line.
        for filled in min(row, (before ?? row) + 1)...row { grid[filled][column] = mark }
        before = row
      }
    }

    private func text(_ marks: [Mark], _ isColoured: Bool, isFloor: Bool) -> String {
      var text = ""
      let last = isFloor ? marks.count - 1 : marks.lastIndex { $0 != .none } ?? -1
      guard last >= 0 else { return "" }
      var colour = ""
      for mark in marks[...last] {
        let next = isColoured ? mark.colour : ""
        if next != colour { text += (colour.isEmpty ? "" : "\u{1B}[0m") + next }
        colour = next
        text.append(mark == .none && isFloor ? "-" : mark.rawValue)
      }
      if !colour.isEmpty { text += "\u{1B}[0m" }
      return text
    }

    /// The names of percentiles, each centred at its place if there is room.
    private func axis(_ columns: Int, _ nines: Double) -> String {
      var line = Array(repeating: Character(" "), count: columns)
      var free = 0
      for tick in PercentileTick.all where PercentileTick.nines(tick) <= nines + 1e-9 {
        let label = NumberText.percentile(tick).replacing(" ", with: "")
        let centre = Int((PercentileTick.nines(tick) / nines * Double(columns - 1)).rounded())
        let start = min(max(0, centre - label.count / 2), columns - label.count)
        guard start >= free else { continue }
        for (index, character) in label.enumerated() { line[start + index] = character }
        free = start + label.count + 1
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
#endif
