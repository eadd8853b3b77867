#if Load
  /// One diagram of an SVG: lines over a common axis.
  ///
  /// The colours are visible on white and on dark pages.
  struct ChartPanel {
    /// A line with its name in the legend. A nil value interrupts it.
    struct Line {
      let name: String
      let points: [(x: Double, y: Double?)]
      let colour: String
      var isDashed = false
    }

    let title: String
    let lines: [Line]
    /// The range of the horizontal axis.
    let range: ClosedRange<Double>
    /// Places of the horizontal axis, and their names.
    let ticks: [(x: Double, name: String)]
    /// Vertical lines with a name.
    var marks: [(x: Double, name: String)] = []
    let height: Double

    static let width = 760.0
    private static let left = 64.0
    private static let right = 24.0

    /// The elements of the diagram, whose upper edge is at `top`. A title, a legend and the names of the axis need 74 points
    /// beside ``height``.
    func elements(top: Double) -> String {
      let largest = lines.flatMap(\.points).compactMap(\.y).max() ?? 0
      let (ceiling, step) = AxisScale.ticks(upTo: largest, count: 4)
      let floor = top + 50 + height
      func x(_ value: Double) -> String {
        let span = range.upperBound - range.lowerBound
        let share = span > 0 ? (value - range.lowerBound) / span : 0
        return NumberText.fixed(Self.left + share * (Self.width - Self.left - Self.right), 1)
      }
      func y(_ value: Double) -> String { NumberText.fixed(floor - value / ceiling * height, 1) }
      var parts = [Self.text(title, x: "16", y: NumberText.fixed(top + 16, 1), "font-weight=\"600\"")]
      for tick in 0...Int((ceiling / step).rounded()) {
        let value = Double(tick) * step
        parts.append(Self.segment(x(range.lowerBound), y(value), x(range.upperBound), y(value), "stroke-opacity=\"0.25\""))
        parts.append(
          Self.text(
            NumberText.rate(value), x: NumberText.fixed(Self.left - 8, 1),
            y: NumberText.fixed(floor - value / ceiling * height + 4, 1), "text-anchor=\"end\""))
      }
      for tick in ticks where range.contains(tick.x) {
        parts.append(Self.text(tick.name, x: x(tick.x), y: NumberText.fixed(floor + 18, 1), "text-anchor=\"middle\""))
      }
      for mark in marks where range.contains(mark.x) {
        parts.append(Self.segment(x(mark.x), y(0), x(mark.x), y(ceiling), "stroke-dasharray=\"2 4\" stroke-opacity=\"0.6\""))
        parts.append(
          Self.text(
            mark.name, x: x(mark.x), y: NumberText.fixed(floor - height - 4, 1), "font-size=\"11\" text-anchor=\"start\""))
      }
      for line in lines { parts += drawing(of: line, x, y) }
      return (parts + [legend(y: NumberText.fixed(top + 34, 1))]).joined(separator: "\n")
    }

    private func drawing(of line: Line, _ x: (Double) -> String, _ y: (Double) -> String) -> [String] {
      var runs: [[String]] = [[]]
      for point in line.points {
        if let value = point.y {
          runs[runs.count - 1].append("\(x(point.x)),\(y(value))")
        } else {
          runs.append([])
        }
      }
      let dashes = line.isDashed ? " stroke-dasharray=\"6 4\"" : ""
      return runs.filter { !$0.isEmpty }.map { run in
        // A point without neighbours is a dot.
        let points = run.count == 1 ? run + run : run
        return "<polyline fill=\"none\" stroke=\"\(line.colour)\" stroke-width=\"2\" stroke-linejoin=\"round\" "
          + "stroke-linecap=\"round\"\(dashes) points=\"\(points.joined(separator: " "))\"/>"
      }
    }

    private func legend(y: String) -> String {
      let names = lines.map { line in
        "<tspan fill=\"\(line.colour)\">\(line.isDashed ? "╌" : "━")</tspan> \(Self.escaped(line.name))"
      }
      return "<text x=\"16\" y=\"\(y)\" font-size=\"11\">\(names.joined(separator: "\u{2003}"))</text>"
    }

    private static func text(_ text: String, x: String, y: String, _ attributes: String) -> String {
      "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(escaped(text))</text>"
    }

    private static func segment(_ x1: String, _ y1: String, _ x2: String, _ y2: String, _ attributes: String) -> String {
      "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"#78838f\" \(attributes)/>"
    }

    /// Text as XML. Characters that XML does not permit are replaced.
    static func escaped(_ text: String) -> String {
      var escaped = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }
  }
#endif
