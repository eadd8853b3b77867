/// Panels of lines with one legend, as an SVG. Colours should be visible on light and on dark backgrounds.
public struct LineChart {
  /// One line, from left to right.
  public struct Line {
    let label: String
    let colour: String
    let points: [(x: Double, y: Double)]

    public init(_ label: String, colour: String, points: [(x: Double, y: Double)]) {
      self.label = label
      self.colour = colour
      self.points = points
    }
  }

  /// Lines over a horizontal axis. The vertical axis begins at zero.
  public struct Panel {
    let title: String
    let ticks: [Double]
    let top: Double
    let lines: [Line]

    /// Creates a panel.
    ///
    /// - Parameters:
    ///   - title: what the horizontal axis shows.
    ///   - ticks: the marked values of the horizontal axis.
    ///   - top: the value at the top of the vertical axis. Greater values are drawn there.
    ///   - lines: lines with the same labels and colours in each panel.
    public init(_ title: String, ticks: [Double], top: Double, lines: [Line]) {
      self.title = title
      self.ticks = ticks
      self.top = top
      self.lines = lines
    }
  }

  let title: String
  /// The description for readers who cannot see the chart.
  let summary: String
  let panels: [Panel]
  /// A line below the chart.
  let note: String

  public init(title: String, summary: String, panels: [Panel], note: String) {
    self.title = title
    self.summary = summary
    self.panels = panels
    self.note = note
  }

  private static let width = 760
  private static let left = 56
  private static let plot = 490.0
  private static let height = 180.0

  /// The complete file.
  public var svg: String {
    var drawn: [String] = []
    for (index, panel) in panels.enumerated() { drawn.append(lines(of: panel, top: 50 + index * 246)) }
    for (index, line) in (panels.first?.lines ?? []).enumerated() {
      let y = 72 + index * 24
      drawn.append(#"<rect x="568" y="\#(y - 10)" width="14" height="4" fill="\#(line.colour)"/>"#)
      drawn.append(#"<text x="590" y="\#(y - 4)" font-size="12">\#(line.label)</text>"#)
    }
    let height = 62 + panels.count * 246
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" role="img" \
      font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="#78838f">
      <title>\(summary)</title>
      <text x="16" y="26" font-size="16" font-weight="600">\(title)</text>
      \(drawn.joined(separator: "\n"))
      <text x="16" y="\(height - 12)" font-size="11">\(note)</text>
      </svg>

      """
  }

  private func lines(of panel: Panel, top: Int) -> String {
    let (first, last) = (panel.ticks.min() ?? 0, panel.ticks.max() ?? 1)
    let bottom = Double(top) + Self.height
    func x(_ value: Double) -> String { fixed(Double(Self.left) + (value - first) / (last - first) * Self.plot, 1) }
    func y(_ value: Double) -> String { fixed(bottom - min(value / panel.top, 1) * Self.height, 1) }
    var lines: [String] = []
    for value in [0, panel.top / 2, panel.top] {
      lines.append(
        ##"<path d="M\##(Self.left) \##(y(value))h\##(Int(Self.plot))" stroke="#78838f" stroke-opacity="0.25"/>"##)
      lines.append(#"<text x="\#(Self.left - 8)" y="\#(y(value))" text-anchor="end" font-size="11">\#(number(value))</text>"#)
    }
    for tick in panel.ticks {
      let label = tick == tick.rounded() ? "\(Int(tick))" : fixed(tick, 1)
      lines.append(#"<text x="\#(x(tick))" y="\#(fixed(bottom + 18, 1))" text-anchor="middle" font-size="11">\#(label)</text>"#)
    }
    lines.append(
      #"<text x="\#(Self.left)" y="\#(fixed(bottom + 38, 1))" font-size="12" font-weight="600">\#(panel.title)</text>"#)
    for line in panel.lines {
      // Points outside the axis are not drawn.
      let points = line.points.filter { (first...last).contains($0.x) }.map { "\(x($0.x)),\(y($0.y))" }
      lines.append(
        #"<polyline points="\#(points.joined(separator: " "))" fill="none" stroke="\#(line.colour)" stroke-width="2"/>"#)
    }
    return lines.joined(separator: "\n")
  }
}
