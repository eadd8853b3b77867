#if CommandLine
  import RefineryCore

  /// Writes JSON for human readers: one line per member, optionally in colour.
  struct JSONPainter {
    private enum Colour: String {
      case key = "\u{1B}[34m"
      case text = "\u{1B}[32m"
      case number = "\u{1B}[33m"
      case word = "\u{1B}[35m"
    }

    let isColoured: Bool

    /// JSON on one line, for programs.
    static func line(of json: JSONValue) -> String { escaped(json.text()) }

    func text(of json: JSONValue) -> String {
      guard isColoured else { return Self.escaped(json.text(pretty: true)) }
      var output = ""
      write(json, indent: "", to: &output)
      return output
    }

    // The parser limits the depth.
    private func write(_ json: JSONValue, indent: String, to output: inout String) {
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
      _ members: [(key: String?, value: JSONValue)], _ open: String, _ close: String, indent: String, to output: inout String
    ) {
      output += open
      for (index, member) in members.enumerated() {
        output += index == 0 ? "\n" : ",\n"
        output += indent + "  "
        if let key = member.key { output += paint(JSONValue.string(key).text(), .key) + ": " }
        write(member.value, indent: indent + "  ", to: &output)
      }
      output += "\n\(indent)\(close)"
    }

    private func paint(_ text: String, _ colour: Colour) -> String { "\(colour.rawValue)\(Self.escaped(text))\u{1B}[0m" }

    // A server must not be able to control the terminal: DEL, the C1 controls and the marks that reorder text are written as
    // JSON escapes, so the value stays the same.
    private static func escaped(_ text: String) -> String {
      func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value) || [0x061C, 0x200E, 0x200F].contains(scalar.value)
      }
      guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
      var safe = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        guard isUnsafe(scalar) else {
          safe.append(scalar)
          continue
        }
        let digits = String(scalar.value, radix: 16)
        safe += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
      }
      return String(safe)
    }
  }
#endif
