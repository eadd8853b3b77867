/// Panels of horizontal bars, as an SVG.
///
/// Colours should be visible on light and on dark backgrounds, because a README is read on both.
public struct BarChart {
  /// One bar: its length relative to the others of its panel, and the text after it.
  public struct Bar {
    let label: String
    let length: Double
    let text: String
    let colour: String
    let isStrong: Bool

    public init(_ label: String, length: Double, text: String, colour: String, isStrong: Bool) {
      self.label = label
      self.length = length
      self.text = text
      self.colour = colour
      self.isStrong = isStrong
    }
  }

  /// Bars under a title.
  public struct Panel {
    let title: String
    let bars: [Bar]

    public init(_ title: String, _ bars: [Bar]) {
      self.title = title
      self.bars = bars
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
  private static let margin = 16
  private static let labels = 252
  private static let bar = 18
  private static let pitch = 28

  /// The complete file.
  public var svg: String {
    var top = 46
    var drawn: [String] = []
    for panel in panels {
      drawn.append(lines(of: panel, top: top))
      top += 44 + panel.bars.count * Self.pitch
    }
    let height = top + 26
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" role="img" \
      font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="#78838f">
      <title>\(summary)</title>
      <text x="\(Self.margin)" y="26" font-size="16" font-weight="600">\(title)</text>
      \(drawn.joined(separator: "\n"))
      <text x="\(Self.margin)" y="\(height - 12)" font-size="11">\(note)</text>
      </svg>

      """
  }

  private func lines(of panel: Panel, top: Int) -> String {
    let most = panel.bars.map(\.length).max() ?? 1
    // Leaves room for the longest text after the longest bar.
    let room = Double(Self.width - Self.labels - 140)
    var lines = [#"<text x="\#(Self.margin)" y="\#(top + 18)" font-weight="600">\#(panel.title)</text>"#]
    for (index, bar) in panel.bars.enumerated() {
      let y = top + 32 + index * Self.pitch
      let length = max(2, bar.length / most * room)
      let weight = bar.isStrong ? "600" : "400"
      lines.append(
        #"<text x="\#(Self.labels - 10)" y="\#(y + 14)" text-anchor="end" font-weight="\#(weight)">\#(bar.label)</text>"#)
      lines.append(
        #"<rect x="\#(Self.labels)" y="\#(y)" width="\#(fixed(length, 1))" height="\#(Self.bar)" rx="2" "#
          + #"fill="\#(bar.colour)"/>"#)
      lines.append(
        #"<text x="\#(fixed(Double(Self.labels) + length + 8, 1))" y="\#(y + 14)" font-weight="\#(weight)">"#
          + "\(bar.text)</text>")
    }
    return lines.joined(separator: "\n")
  }
}
