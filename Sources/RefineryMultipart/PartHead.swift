import FoundationEssentials
import HTTPTypes

/// Reads the head of a part.
enum PartHead {
  /// The largest number of fields. `HTTPFields` ends the process at 65,535 fields.
  private static let mostFields = 5_000

  /// Returns the header fields. A line that begins with a space or a tab continues the value of the line before it (RFC 5322
  /// section 2.2.3).
  ///
  /// - Parameters:
  ///   - lines: the lines, each with its CR LF.
  ///   - offset: the number of bytes of the body before them.
  static func fields(of lines: Data, at offset: Int) throws(MultipartParts.Malformed) -> HTTPFields {
    // Each access to a byte of `Data` costs several times that to a byte of an array.
    let lines = [UInt8](lines)
    var fields = HTTPFields()
    var name: HTTPField.Name?
    var value: [UInt8] = []
    func addField() {
      if let name { fields.append(HTTPField(name: name, value: value)) }
    }
    var start = 0
    while start < lines.count {
      let place = offset + start
      // CR is a control character, so the first control character must be the CR of the line's end.
      let end = lines[start...].firstIndex { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F } ?? lines.count
      guard lines[end...].starts(with: [0x0D, 0x0A]) else {
        throw MultipartParts.Malformed(.invalidCharacter, at: offset + end)
      }
      let line = lines[start..<end]
      start = end + 2
      if name != nil, let first = line.first, first == 0x20 || first == 0x09 {
        value.append(0x20)
        value += line.trimmed
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw MultipartParts.Malformed(.missingColon, at: place) }
      addField()
      guard fields.count < mostFields else { throw MultipartParts.Malformed(.headTooLarge, at: place) }
      name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      if name == nil { throw MultipartParts.Malformed(.invalidFieldName, at: place) }
      value = Array(line[(colon + 1)...].trimmed)
    }
    addField()
    return fields
  }
}
