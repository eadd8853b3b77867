#if CommandLine
  import RefineryCore

  /// Writes JSON for people: a line for each member, in colour if wanted.
  struct JSONPainter {
    private enum Colour: String {
      case key = "\u{1B}[34m"
      case text = "\u{1B}[32m"
      case number = "\u{1B}[33m"
      case word = "\u{1B}[35m"
    }

    let isColoured: Bool

    func text(of json: RawJSON) -> String {
      // What a server sends must not steer the terminal, so control characters that JSON allows are escaped as well.
      guard isColoured else {
        return json.text(pretty: true).split(separator: "\n").map { Redaction.escaped(String($0)) }.joined(separator: "\n")
      }
      var output = ""
      write(json, indent: "", to: &output)
      return output
    }

    // The parser has bounded the depth.
    private func write(_ json: RawJSON, indent: String, to output: inout String) {
      switch json {
      case .object(let object) where !object.isEmpty:
        write(object.map { ($0.key, $0.value) }, "{", "}", indent: indent, to: &output)
      case .array(let elements) where !elements.isEmpty:
        write(elements.map { (nil, $0) }, "[", "]", indent: indent, to: &output)
      case .string: output += paint(json.text(), .text)
      case .number: output += paint(json.text(), .number)
      case .null, .bool: output += paint(json.text(), .word)
      case .object, .array: output += json.text()
      }
    }

    private func write(
      _ members: [(key: String?, value: RawJSON)], _ open: String, _ close: String, indent: String, to output: inout String
    ) {
      output += open
      for (index, member) in members.enumerated() {
        output += index == 0 ? "\n" : ",\n"
        output += indent + "  "
        if let key = member.key { output += paint(RawJSON.string(key).text(), .key) + ": " }
        write(member.value, indent: indent + "  ", to: &output)
      }
      output += "\n\(indent)\(close)"
    }

    private func paint(_ text: String, _ colour: Colour) -> String { "\(colour.rawValue)\(Redaction.escaped(text))\u{1B}[0m" }
  }
#endif
