/// Writes Swift: indented by two spaces, with lists of arguments on lines of their own where a line would be too long.
struct SourceWriter {
  static let width = 120
  private(set) var text = ""
  private var depth = 0

  /// Writes a line.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  /// Writes documentation.
  mutating func document(_ lines: [String]) {
    for line in lines { self.line(line.isEmpty ? "///" : "/// \(line)") }
  }

  /// Writes what is within braces.
  mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
    line("\(head) {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes `head(items)tail` on one line, or with the items on lines of their own.
  mutating func list(_ head: String, _ items: [String], _ tail: String) {
    let line = "\(head)\(items.joined(separator: ", "))\(tail)"
    if fits(line) || items.isEmpty { return self.line(line) }
    self.line(head)
    depth += 1
    for line in Self.filled(items, SourceWriter.width - 2 * depth) { self.line(line) }
    depth -= 1
    self.line(tail)
  }

  /// Whether a line of this text is short enough.
  func fits(_ line: String) -> Bool { 2 * depth + line.count <= Self.width }

  /// The items with commas between them, in lines that are as full as they may be.
  private static func filled(_ items: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, item) in items.enumerated() {
      let text = index + 1 < items.count ? "\(item)," : item
      if !line.isEmpty, line.count + 1 + text.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? text : " \(text)"
    }
    return line.isEmpty ? lines : lines + [line]
  }

  mutating func indented(_ body: (inout SourceWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}
