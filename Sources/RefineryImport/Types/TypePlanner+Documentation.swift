import RefineryJSON
import RefineryOpenAPI

extension TypePlanner {
  /// What the documentation of a schema's property or type says, in lines without slashes.
  func documentation(of schema: Schema) -> [String] {
    let resolved = resolve(schema)
    let text = schema.description ?? schema.title ?? (resolved.pointer == schema.pointer ? nil : resolved.description)
    var lines = text.map(DocumentationText.lines) ?? []
    var remarks: [String] = []
    if schema.isReadOnly { remarks.append("Only the server sets it.") }
    if schema.isWriteOnly { remarks.append("Only requests have it.") }
    if schema.isDeprecated { remarks.append("Deprecated.") }
    if let value = schema.default, value.array == nil, value.object == nil { remarks.append("Default: `\(value)`.") }
    if !remarks.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append(remarks.joined(separator: " "))
    }
    return lines
  }
}

extension StringProtocol {
  /// The text without control characters, which have no place in a source.
  var withoutControls: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return String(self) }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

/// The text of a description as lines of a documentation comment.
enum DocumentationText {
  /// The paragraphs of CommonMark, wrapped; HTML is left as it is. A text of more than 30 lines is cut at a paragraph or a
  /// sentence, with an ellipsis.
  static func lines(_ text: String) -> [String] { lines(text, width: 116) }

  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var isCode = false
    for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = raw.withoutControls.drop(while: { $0.isWhitespace && !isCode })
      let trimmed = String(line.withoutSpaceAtEnd)
      if trimmed.hasPrefix("```") { isCode.toggle() }
      if trimmed.isEmpty {
        if lines.last?.isEmpty == false { lines.append("") }
        continue
      }
      // A list of parameters would be taken as those of the function.
      let safe =
        trimmed.hasPrefix("- Parameter") || trimmed.hasPrefix("- Returns") || trimmed.hasPrefix("- Throws")
        ? "\\" + trimmed : trimmed
      lines += isCode ? [safe] : wrap(safe, width)
      if lines.count >= 30 {
        if isCode { lines.append("```") }
        lines.append("…")
        break
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func wrap(_ text: String, _ width: Int) -> [String] {
    guard text.count > width else { return [text] }
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in text.split(separator: " ") {
      if !line.isEmpty, length + 1 + word.count > width {
        lines.append(line)
        (line, length) = ("", 0)
      }
      if !line.isEmpty { (line, length) = (line + " ", length + 1) }
      line += word
      length += word.count
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
