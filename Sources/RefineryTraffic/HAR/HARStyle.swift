import FoundationEssentials
import RefineryJSON

/// The white space of a JSON file.
struct HARStyle: Sendable, Equatable {
  /// The indentation of one level; nil for a file without line ends.
  var indent: String? = "  "
  var lineEnd = "\n"
  var hasSpaceAfterColon = true

  /// Two spaces, as Chrome writes it.
  init() {}

  /// The style of a file by its first bytes.
  init(of start: Data) {
    let text = String(decoding: start.prefix(400), as: UTF8.self)
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "{")) else { return }
    let space = text.utf8[text.utf8.index(after: open)...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if let line = space.lastIndex(of: 0x0A) {
      indent = String(decoding: space[space.index(after: line)...], as: UTF8.self)
      lineEnd = space.first == 0x0D ? "\r\n" : "\n"
    } else {
      indent = nil
    }
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      hasSpaceAfterColon = text.utf8[text.utf8.index(after: colon)...].first == 0x20
    }
  }

  /// The start of a line at a level.
  func newLine(at level: Int) -> String {
    guard let indent else { return "" }
    return lineEnd + String(repeating: indent, count: level)
  }

  /// The bytes between two elements at a level.
  func separator(at level: Int) -> Data { Data(",\(newLine(at: level))".utf8) }

  /// A value as JSON whose first line is at a level.
  func data(of value: JSONValue, at level: Int) -> Data {
    var output = Data()
    write(value, at: level, to: &output)
    return output
  }

  private func write(_ value: JSONValue, at level: Int, to output: inout Data) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(contentsOf: newLine(at: level + 1).utf8)
        write(element, at: level + 1, to: &output)
      }
      output.append(contentsOf: "\(newLine(at: level))]".utf8)
    case .object(let members) where !members.isEmpty:
      output.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, member) in members {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        output.append(contentsOf: newLine(at: level + 1).utf8)
        output.append(JSONValue.string(key).data())
        output.append(contentsOf: (hasSpaceAfterColon ? ": " : ":").utf8)
        write(member, at: level + 1, to: &output)
      }
      output.append(contentsOf: "\(newLine(at: level))}".utf8)
    default: output.append(value.data())
    }
  }
}
