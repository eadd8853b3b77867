import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Writes exchanges as an `.http` file in a form that both tools read in the same way.
struct HTTPFileWriter {
  let folder: String

  func write(_ exchanges: [TrafficExchange], to file: inout TrafficFile) {
    var text = ""
    for (index, exchange) in exchanges.enumerated() {
      let title = Redaction.escaped(exchange.name)
      text += (index > 0 ? "\n" : "") + (title.isEmpty ? "###\n" : "### \(title)\n")
      text += "\(exchange.method) \(Self.withoutVariables(exchange.url))\n"
      for field in exchange.headers where !Self.isSetByTool(field.name) {
        if field.value.contains("{{") {
          file.notes.append(
            "exchange \(index + 1): the field \(field.name.rawName) is left out, because {{ would be a variable")
        } else {
          text += "\(field.name.rawName): \(field.value)\n"
        }
      }
      for option in exchange.options {
        file.notes.append("exchange \(index + 1): the option \(option.name) of curl is left out")
      }
      switch exchange.body {
      case .data(let data) where data.isEmpty: break
      case .data(let data):
        if let body = Self.inline(data, exchange.headers) {
          text += "\n\(body)\n"
        } else {
          let path = "\(folder)/\(index + 1).bin"
          file.attachments.append(TrafficFile.Attachment(path: path, data: data))
          text += "\n< ./\(path)\n"
        }
      case .withheld(_, let reason):
        file.notes.append("exchange \(index + 1): the body is left out: \(reason)")
      }
    }
    file.data = Data(text.utf8)
  }

  /// The tools compute the length, and a wrong one would break the request.
  private static func isSetByTool(_ name: HTTPField.Name) -> Bool { name == .contentLength }

  /// A brace in a URL can be percent-encoded, which is the same URL.
  private static func withoutVariables(_ url: String) -> String {
    guard url.contains("{{") || url.contains(" ") else { return url }
    return url.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing(" ", with: "%20")
  }

  /// The text of a body that both tools send byte by byte; nil for any other.
  private static func inline(_ data: Data, _ fields: HTTPFields) -> String? {
    let type = fields[.contentType]?.lowercased() ?? ""
    guard data.count < 1 << 20, !type.hasPrefix("multipart/"), let text = String(validating: data, as: UTF8.self),
      !text.utf8.contains(where: { $0 == 0x0D || $0 == 0 || $0 == 0x0B || $0 == 0x0C }), !text.contains("{{"),
      let first = text.utf8.first, first > 0x20, let last = text.utf8.last, last > 0x20
    else { return nil }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if type.hasPrefix("application/x-www-form-urlencoded"), lines.count > 1 { return nil }
    // Such lines are comments, separators, files and handlers.
    let isSafe = lines.allSatisfy { line in
      let start = Substring(line.drop { $0 == 0x20 || $0 == 0x09 })
      return !start.hasPrefix("#") && !start.hasPrefix("//") && !start.hasPrefix("<") && !start.hasPrefix(">")
    }
    return isSafe ? text : nil
  }
}
