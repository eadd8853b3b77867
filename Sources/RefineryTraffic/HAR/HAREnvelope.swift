import FoundationEssentials
import RefineryJSON

/// A HAR file around its entries. It keeps every byte, so that the file can be written again unchanged.
struct HAREnvelope: Sendable {
  /// The bytes before the first entry. It ends after the bracket and the white space behind it.
  let start: Data
  /// The bytes between two entries: a comma and white space.
  let separator: Data
  /// The bytes after the last entry.
  let end: Data
  let style: HARStyle
  /// The members of the file, without entries.
  let json: JSONValue
}

/// One entry of a HAR file.
struct HAREntry: Sendable {
  /// Its bytes in the file.
  let bytes: Data
  /// The bytes between the entry before it and this one.
  let separator: Data?

  /// The entry. A half of a character in UTF-16, which JavaScript writes for a text that was cut, is U+FFFD.
  func json() throws -> JSONValue {
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      let whole = HARText.withoutHalves(bytes)
      guard whole != bytes else { throw error }
      return try JSONValue(parsing: whole)
    }
  }
}

extension HAREnvelope {
  /// Splits a file into its envelope and its entries. The entries are not parsed.
  static func split(_ file: Data) throws(TrafficError) -> (HAREnvelope, [HAREntry]) {
    let scan = try HARScanner.scan(file)
    func slice(_ range: Range<Int>) -> Data { file[file.startIndex + range.lowerBound..<file.startIndex + range.upperBound] }
    let first = scan.entries.first?.lowerBound ?? scan.close
    let last = scan.entries.last?.upperBound ?? scan.close
    let start = slice(0..<first)
    let end = slice(last..<file.count)
    let json: JSONValue
    do {
      // Without its entries, an offset after the list is counted from the start of the rest.
      json = try JSONValue(parsing: start + end)
    } catch {
      let reason = (error as? JSONValue.Malformed)?.reason ?? "\(error)"
      throw TrafficError(.har, "the part around the entries is malformed JSON: \(reason)")
    }
    var entries: [HAREntry] = []
    entries.reserveCapacity(scan.entries.count)
    for (index, range) in scan.entries.enumerated() {
      let separator = index > 0 ? slice(scan.entries[index - 1].upperBound..<range.lowerBound) : nil
      entries.append(HAREntry(bytes: slice(range), separator: separator))
    }
    let style = HARStyle(of: start)
    let separator = entries.dropFirst().first?.separator ?? style.separator(at: 3)
    return (HAREnvelope(start: start, separator: separator, end: end, style: style, json: json), entries)
  }
}

/// Finds the entries of a HAR file by counting brackets.
struct HARScanner {
  /// The offsets of the entries.
  private(set) var entries: [Range<Int>] = []
  /// The offset of the bracket that closes the list.
  private(set) var close = 0
  private var position = 0

  static func scan(_ file: Data) throws(TrafficError) -> HARScanner {
    var scanner = HARScanner()
    let result: Result<Void, TrafficError> = file.withUnsafeBytes { bytes in
      do throws(TrafficError) {
        try scanner.scan(bytes)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    return scanner
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(TrafficError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace(bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
      throw TrafficError(.har, "it does not begin with a JSON object")
    }
    try find("log", in: bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
      throw TrafficError(.har, "`log` is not an object")
    }
    try find("entries", in: bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else {
      throw TrafficError(.har, "`log.entries` is not a list")
    }
    position += 1
    skipSpace(bytes)
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      let start = position
      try skipValue(bytes)
      entries.append(start..<position)
      skipSpace(bytes)
      guard position < bytes.count else { break }
      if bytes[position] == UInt8(ascii: ",") {
        position += 1
        skipSpace(bytes)
        if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
          throw TrafficError(.har, at: "entry \(entries.count)", "a comma follows the last entry")
        }
      } else if bytes[position] != UInt8(ascii: "]") {
        throw TrafficError(.har, at: "entry \(entries.count)", "no comma or bracket follows it")
      }
    }
    guard position < bytes.count else { throw TrafficError(.har, "it ends within `log.entries`") }
    close = position
  }

  /// Goes to the value of a member of the object at the position.
  private mutating func find(_ name: StaticString, in bytes: UnsafeRawBufferPointer) throws(TrafficError) {
    position += 1
    while true {
      skipSpace(bytes)
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw TrafficError(.har, "it has no `\(name)`")
      }
      let start = position + 1
      try skipValue(bytes)
      let isFound = bytes[start..<position - 1].elementsEqual("\(name)".utf8)
      skipSpace(bytes)
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
        throw TrafficError(.har, "a name has no colon, at byte \(position)")
      }
      position += 1
      skipSpace(bytes)
      if isFound { return }
      try skipValue(bytes)
      skipSpace(bytes)
      if position < bytes.count, bytes[position] == UInt8(ascii: ",") { position += 1 }
    }
  }

  private mutating func skipSpace(_ bytes: UnsafeRawBufferPointer) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Goes behind the value at the position.
  private mutating func skipValue(_ bytes: UnsafeRawBufferPointer) throws(TrafficError) {
    let start = position
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw TrafficError(.har, "it ends within a text that begins at byte \(start)") }
        position += 1
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else {
          if position == start { throw TrafficError(.har, "a value is missing at byte \(start)") }
          return
        }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 {
          if position == start { throw TrafficError(.har, "a value is missing at byte \(start)") }
          return
        }
      default: break
      }
      position += 1
    }
    throw TrafficError(.har, "it ends within a value that begins at byte \(start)")
  }
}
