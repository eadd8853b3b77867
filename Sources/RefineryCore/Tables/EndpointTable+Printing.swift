import HTTPTypes

extension EndpointTable {
  private static let titles = ["Name", "Method", "Path", "Sends", "Returns", "Options", "Summary"]

  private var cells: [[String]] {
    rows.map { row in
      [
        row.name, row.method.rawValue, row.path.text, row.input ?? "", row.output ?? "",
        row.options.text, row.summary ?? "",
      ].map(Redaction.escaped)
    }
  }

  /// The table in columns of equal width, for a terminal.
  public var text: String {
    let lines = [Self.titles] + cells
    let used = Self.titles.indices.filter { column in cells.contains { !$0[column].isEmpty } || column < 3 }
    let widths = used.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let printed = lines.map { line in
      let padded = zip(used, widths).map { column, width in
        line[column] + String(repeating: " ", count: width - line[column].count)
      }
      let text = padded.joined(separator: "  ")
      return String(text[...(text.lastIndex { $0 != " " } ?? text.startIndex)])
    }
    let rule = String(repeating: "-", count: widths.reduce(0, +) + 2 * (widths.count - 1))
    return ([printed[0], rule] + printed.dropFirst()).joined(separator: "\n") + "\n"
  }

  /// The table as Markdown.
  public var markdown: String {
    // Most tables have no summaries.
    let count = rows.contains { $0.summary != nil } ? Self.titles.count : Self.titles.count - 1
    func line(_ cells: [String]) -> String { "| " + cells.prefix(count).joined(separator: " | ") + " |\n" }
    let body = cells.map { row in
      line(
        row.enumerated().map { column, text in
          let text = text.replacing("|", with: "\\|")
          return column <= 2 && !text.isEmpty ? "`\(text)`" : text
        })
    }
    return line(Self.titles) + line(Self.titles.map { _ in "---" }) + body.joined()
  }
}

extension EndpointTable: CustomStringConvertible {
  /// The name of the API and the number of its rows.
  public var description: String { "\(name): \(rows.count) rows" }
}

extension Sequence<EndpointTable> {
  /// The tables in columns, each under its name.
  package var text: String { map { "\($0.name)\n\n\($0.text)" }.joined(separator: "\n") }

  /// The tables as Markdown, each under its name as a heading.
  public var markdown: String { map { "## \($0.name)\n\n\($0.markdown)" }.joined(separator: "\n") }
}
