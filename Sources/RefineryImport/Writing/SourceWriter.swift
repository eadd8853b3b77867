/// Writes Swift: indented by two spaces, with lists of arguments on lines of their own where a line would be too long.
///
/// What it writes is what `swift format` would: formatting it changes nothing.
struct SourceWriter {
  /// Two less than the formatter's width, which counts a comma or a parenthesis that may follow.
  static let width = 126
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

  /// Writes `head { body }` on one line, or with the body on a line of its own.
  mutating func braces(_ head: String, _ body: String) {
    if fits("\(head) { \(body) }") { return line("\(head) { \(body) }") }
    block(head) { $0.line(body) }
  }

  /// Writes `head value` on one line, or with the value on the next. Nothing follows, so the whole width is used.
  mutating func assignment(_ head: String, _ value: String) {
    if fits("\(head) \(value)".dropLast(2)) { return line("\(head) \(value)") }
    line(head)
    indented { $0.line(value) }
  }

  /// Writes the declaration of a type: `head name: conformances { body }`.
  mutating func type(_ head: String, _ conformances: String, _ body: (inout SourceWriter) -> Void) {
    if fits("\(head): \(conformances) {") { return block("\(head): \(conformances)", body) }
    line("\(head):")
    indented { $0.line(conformances) }
    line("{")
    indented(body)
    line("}")
  }

  /// Writes `head(items)tail` on one line, or with the items on lines of their own.
  ///
  /// A head that ends with `[` begins a literal, whose last item has a comma too where it is on a line of its own.
  mutating func list(_ head: String, _ items: [String], _ tail: String) {
    let line = "\(head)\(items.joined(separator: ", "))\(tail)"
    if fits(line) || items.isEmpty { return self.line(line) }
    self.line(head)
    indented { $0.fill(items, endsWithComma: head.hasSuffix("[")) }
    self.line(tail)
  }

  /// Writes a call of `head` with an argument and a literal: `head(first, [items])`. `isChained` where modifiers follow.
  mutating func call(_ head: String, _ first: String, literal items: [String], isChained: Bool = false) {
    let literal = "[\(items.joined(separator: ", "))]"
    if fits("\(head)(\(first), \(literal))") || items.isEmpty { return line("\(head)(\(first), \(literal))") }
    line("\(head)(")
    let end = isChained ? "" : ")"
    indented { source in
      if source.fits("\(first), \(literal)\(end)") { return source.line("\(first), \(literal)\(end)") }
      source.line("\(first),")
      source.list("[", items, "]\(end)")
    }
    if isChained { line(")") }
  }

  /// Writes items with commas between them, in lines that are as full as they may be.
  mutating func fill(_ items: [String], endsWithComma: Bool = false) {
    var line = ""
    for (index, item) in items.enumerated() {
      let text = index + 1 < items.count || endsWithComma ? "\(item)," : item
      if !line.isEmpty, !fits("\(line) \(text)") {
        self.line(line)
        line = ""
      }
      if line.isEmpty, !fits(text), let colon = text.firstRange(of: ": ") {
        self.line("\(text[..<colon.lowerBound]):")
        indented { $0.line(String(text[colon.upperBound...])) }
        continue
      }
      line += line.isEmpty ? text : " \(text)"
    }
    if !line.isEmpty { self.line(line) }
  }

  /// Whether a line of this text is short enough.
  func fits(_ line: some StringProtocol) -> Bool { 2 * depth + line.count <= Self.width }

  mutating func indented(_ body: (inout SourceWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}
