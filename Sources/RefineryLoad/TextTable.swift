#if Load
  /// Columns of text, aligned to the right, and two spaces between them.
  struct TextTable {
    private var rows: [[String]]

    init(_ header: [String]) { rows = [header] }

    mutating func append(_ row: [String]) { rows.append(row) }

    /// The lines, each with a space before it.
    var lines: [String] {
      let count = rows.map(\.count).max() ?? 0
      let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
      return rows.map { row in
        let cells = row.enumerated().map { String(repeating: " ", count: widths[$0] - $1.count) + $1 }
        return " " + cells.joined(separator: "  ")
      }
    }
  }
#endif
