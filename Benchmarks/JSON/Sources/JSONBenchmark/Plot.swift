import Reports

extension Results {
  private static let colours = [
    "JSONDecoder": "#8fb4de", "JSONEncoder": "#8fb4de", "JSONSerialization": "#b9a7d9", "JSONModelDecoder": "#2f7fd6",
    "JSONModelEncoder": "#2f7fd6", "JSONReadable": "#dd7a1c", "JSONWritable": "#dd7a1c", "simdjson": "#2aa160",
  ]

  /// The common shapes, for the second panel.
  private static let shown = [
    "object 236 B", "list 22 KB", "issues of an API", "deep, 250 levels", "wide", "optionals null", "dates, ISO 8601",
    "long strings", "escapes", "non-ASCII", "snake case", "dictionary",
  ]

  /// The plot for the README: every contender on the long list, and Refinery on other shapes.
  var svg: String {
    var panels: [BarChart.Panel] = []
    for operation in operations {
      let title = operation.prefix(1).uppercased() + operation.dropFirst()
      let contenders = contenders(of: operation)
      let list = contenders.compactMap { contender in
        ratio(operation, "list 2.3 MB", contender).map { bar(contender, $0, contender) }
      }
      panels.append(BarChart.Panel("\(title), a list of 10,000 models, 2.3 MB", list))
      guard let ours = contenders.first(where: { $0.hasPrefix("JSONModel") }), let theirs = contenders.first else { continue }
      let others = Self.shown.compactMap { shape in ratio(operation, shape, ours).map { bar(shape, $0, ours) } }
      panels.append(BarChart.Panel("\(title), other documents: \(ours) beside \(theirs)", others))
    }
    return BarChart(
      title: "How many times as fast as Foundation's coder", summary: "Speed of RefineryJSON beside Foundation's coders",
      panels: panels, note: "Medians of ratios within interleaved rounds on one machine."
    ).svg
  }

  private func bar(_ label: String, _ ratio: Double, _ contender: String) -> BarChart.Bar {
    BarChart.Bar(
      label, length: ratio, text: ratioText(ratio), colour: Self.colours[contender] ?? "#8fb4de",
      isStrong: label != "JSONDecoder" && label != "JSONEncoder" && label != "JSONSerialization" && label != "simdjson")
  }
}
