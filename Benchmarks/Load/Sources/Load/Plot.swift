/// Two panels of horizontal bars: requests a second, and CPU a request, each beside `data(for:)`.
///
/// Colours stand out on light ground and on dark, since a README is read on both.
struct Plot {
  let results: Results
  let cell: Cell

  private static let width = 760.0
  private static let margin = 16
  private static let labels = 252.0
  private static let bar = 18.0
  private static let pitch = 28.0

  /// The whole file.
  var svg: String {
    let clients = results.clients(of: cell)
    let panelHeight = 44 + Double(clients.count) * Self.pitch
    let height = 46 + 2 * panelHeight + 26
    let requests = Panel(
      title: "Requests a second (more is better)", unit: "/s", top: 46,
      bars: clients.map { client in
        (client, results.median(cell, client, \.requestsPerSecond), factor(client, \.requestsPerSecond))
      })
    let cpu = Panel(
      title: "CPU a request (less is better)", unit: " µs", top: 46 + panelHeight,
      bars: clients.map { client in
        (client, results.median(cell, client, \.cpuPerRequest), factor(client, \.cpuPerRequest))
      })
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(Self.width))" height="\(Int(height))" \
      viewBox="0 0 \(number(Self.width)) \(Int(height))" role="img" \
      font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="#78838f">
      <title>\(cell.title): requests a second and CPU a request of each client</title>
      <text x="\(Self.margin)" y="26" font-size="16" font-weight="600">\(cell.title)</text>
      \(lines(of: requests))
      \(lines(of: cpu))
      <text x="\(Self.margin)" y="\(Int(height) - 12)" font-size="11">Bars and factors: beside URLSession's data(for:), medians of \
      \(results.rounds) interleaved rounds on one machine.</text>
      </svg>

      """
  }

  private struct Panel {
    let title: String
    let unit: String
    let top: Double
    let bars: [(client: ClientKind, value: Double, factor: Double)]
  }

  private func factor(_ client: ClientKind, _ value: (Measurement) -> Double) -> Double {
    results.ratio(cell, client, to: .urlSession, value)
  }

  private func lines(of panel: Panel) -> String {
    // Ratios within a round tell more than figures of rounds that a busy machine set apart, so they give the lengths.
    let most = panel.bars.map(\.factor).max() ?? 1
    // Room for the longest figures behind the longest bar.
    let room = Self.width - Self.labels - 140
    var lines = [#"<text x="\#(Self.margin)" y="\#(Int(panel.top + 18))" font-weight="600">\#(panel.title)</text>"#]
    for (index, bar) in panel.bars.enumerated() {
      let y = panel.top + 32 + Double(index) * Self.pitch
      let length = max(2, bar.factor / most * room)
      let weight = bar.client.engine == nil ? "400" : "600"
      lines.append(
        #"<text x="\#(Int(Self.labels) - 10)" y="\#(Int(y) + 14)" text-anchor="end" font-weight="\#(weight)">"#
          + bar.client.title.replacing("`", with: "") + "</text>")
      lines.append(
        #"<rect x="\#(Int(Self.labels))" y="\#(Int(y))" width="\#(fixed(length, 1))" height="\#(Int(Self.bar))" rx="2" "#
          + #"fill="\#(bar.client.colour)"/>"#)
      lines.append(
        #"<text x="\#(fixed(Self.labels + length + 8, 1))" y="\#(Int(y) + 14)" font-weight="\#(weight)">"#
          + "\(ratioText(bar.factor)) · \(number(bar.value))\(panel.unit)</text>")
    }
    return lines.joined(separator: "\n")
  }
}

extension ClientKind {
  /// A hue for each engine: pale for the engine itself, full for Refinery on it.
  fileprivate var colour: String {
    switch self {
    case .urlSession: "#8fb4de"
    case .refineryOnURLSession: "#2f7fd6"
    case .asyncHTTPClient: "#e3b98a"
    case .refineryOnAsyncHTTPClient: "#dd7a1c"
    case .curl: "#8dc9a5"
    case .refineryOnCurl: "#2aa160"
    }
  }
}
