import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Writes exchanges as curl commands in a normal form: one option a line, long names, single quotes.
struct CurlWriter {
  let folder: String

  /// A longer argument cannot be passed to a program on Linux.
  private static let longestArgument = 100_000

  func write(_ exchanges: [TrafficExchange], to file: inout TrafficFile) {
    var text = ""
    for (index, exchange) in exchanges.enumerated() {
      if index > 0 { text += "\n" }
      if !exchange.name.isEmpty { text += "# name: \(Redaction.escaped(exchange.name))\n" }
      if case .withheld(_, let reason) = exchange.body {
        file.notes.append("exchange \(index + 1): the body is left out: \(reason)")
      }
      text += command(exchange, number: index + 1, &file) + "\n"
    }
    file.data = Data(text.utf8)
  }

  private func command(_ exchange: TrafficExchange, number: Int, _ file: inout TrafficFile) -> String {
    var lines = ["curl \(quoted(exchange.url))"]
    let body = exchange.body.data ?? Data()
    if exchange.url.contains(where: { "[]{}\\".contains($0) }) { lines.append("--globoff") }
    if exchange.method == "HEAD", body.isEmpty {
      lines.append("--head")
    } else if exchange.method != (body.isEmpty ? "GET" : "POST") {
      lines.append("--request \(quoted(exchange.method))")
    }
    // curl computes the length itself.
    for field in exchange.headers where field.name != .contentLength {
      let text = field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
      lines.append("--header \(quoted(text))")
    }
    if !body.isEmpty {
      if !exchange.headers.contains(.contentType) { lines.append("--header 'Content-Type:'") }
      if body.count > Self.longestArgument || body.contains(0) {
        let path = "\(folder)/\(number).bin"
        file.attachments.append(TrafficFile.Attachment(path: path, data: body))
        lines.append("--data-binary \(quoted("@\(path)"))")
      } else {
        lines.append("--data-raw \(Self.quoted(Array(body)))")
      }
    }
    for option in exchange.options { lines.append(([option.name] + option.values.map(quoted)).joined(separator: " ")) }
    return lines.joined(separator: " \\\n  ")
  }

  private func quoted(_ text: String) -> String { Self.quoted(Array(text.utf8)) }

  /// A word in single quotes, or with escapes if it has a quote, a control character, or bytes that are not UTF-8.
  static func quoted(_ bytes: [UInt8]) -> String {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "'") }
    if isText, isPlain { return "'\(String(decoding: bytes, as: UTF8.self))'" }
    var output: [UInt8] = Array("$'".utf8)
    for byte in bytes {
      switch byte {
      case 0x0A: output += Array(#"\n"#.utf8)
      case 0x0D: output += Array(#"\r"#.utf8)
      case 0x09: output += Array(#"\t"#.utf8)
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x20..<0x7F: output.append(byte)
      case 0x80... where isText: output.append(byte)
      default:
        let digits = String(byte, radix: 16)
        output += Array((digits.count == 1 ? #"\x0"# : #"\x"#).utf8) + Array(digits.utf8)
      }
    }
    return String(decoding: output, as: UTF8.self) + "'"
  }
}
