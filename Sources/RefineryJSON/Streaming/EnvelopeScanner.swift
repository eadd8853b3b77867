import FoundationEssentials

/// Scans everything around an array, byte by byte and without keeping it: from the start of the document to the array, and from
/// there to the end.
///
/// It checks what ``JSONModelDecoder`` checks in values that no model reads: their structure, not their numbers and strings.
struct EnvelopeScanner: Sendable {
  /// The fault and the path to it.
  struct Fault: Error {
    let reason: JSONItemError.Reason
    let path: [String]
  }

  private enum Expected { case value, elementOrEnd, nameOrEnd, colon, commaOrEnd, nothing }
  private enum Token { case none, text, name, escape(isName: Bool), hex(Int, isName: Bool), number, literal(UInt64) }

  private let names: [String]
  private let longest: Int
  private var expected = Expected.value
  private var token = Token.none
  /// Whether each open container is an object.
  private var open: [Bool] = []
  /// The number of names of the path that lead to the open object; -1 if it is not on the path, and after the array.
  private var level = 0
  /// Whether the next value is on the path to the array.
  private var isOnWay = true
  private var name: [UInt8] = []

  init(_ names: [String]) {
    self.names = names
    // Escapes can represent two bytes of text with up to twelve bytes.
    longest = 12 * (names.map(\.utf8.count).max() ?? 0)
  }

  /// Whether the document has begun, and whether it is over.
  var hasBegun: Bool { !open.isEmpty || isOver }
  var isOver: Bool { if case .nothing = expected { true } else { false } }

  /// Continues after the array.
  mutating func leaveList() {
    open.removeLast()
    level = -1
    expected = open.isEmpty ? .nothing : .commaOrEnd
  }

  /// Scans to the bracket that opens the array and returns true, or to the end of the bytes.
  mutating func walk(_ bytes: RawSpan, _ position: inout Int) throws(Fault) -> Bool {
    let end = bytes.byteCount
    while position < end {
      if case .none = token {
        position = bytes.skippingSpace(from: position, to: end)
        guard position < end else { break }
        if try step(bytes.byte(position)) { return true }
        position &+= 1
      } else {
        try finish(bytes, &position, end)
      }
    }
    return false
  }

  /// Scans a byte outside of strings, numbers and literals. Returns true for the bracket that opens the array.
  private mutating func step(_ byte: UInt8) throws(Fault) -> Bool {
    switch (expected, byte) {
    case (.elementOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")): try close()
    case (.commaOrEnd, UInt8(ascii: ",")): expected = open.last == true ? .nameOrEnd : .elementOrEnd
    case (.commaOrEnd, UInt8(ascii: "]")) where open.last == false: try close()
    case (.commaOrEnd, UInt8(ascii: "}")) where open.last == true: try close()
    case (.colon, UInt8(ascii: ":")): expected = .value
    case (.nameOrEnd, UInt8(ascii: "\"")):
      token = .name
      name.removeAll(keepingCapacity: true)
    case (.value, _), (.elementOrEnd, _): return try begin(byte)
    default: throw malformed(.unexpectedByte)
    }
    return false
  }

  private mutating func begin(_ byte: UInt8) throws(Fault) -> Bool {
    let isList = isOnWay && level == names.count && byte == UInt8(ascii: "[")
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if isOnWay, !isList, byte == UInt8(ascii: "[") || level == names.count {
        throw Fault(reason: .wrongShape, path: way)
      }
      guard open.count < DocumentScanner.maximumDepth else { throw malformed(.tooDeep) }
      open.append(byte == UInt8(ascii: "{"))
      expected = byte == UInt8(ascii: "{") ? .nameOrEnd : .elementOrEnd
      isOnWay = false
      return isList
    case UInt8(ascii: "\""): token = .text
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): token = .number
    case UInt8(ascii: "t"): token = .literal(0x65_7572)
    case UInt8(ascii: "f"): token = .literal(0x6573_6C61)
    case UInt8(ascii: "n"): token = .literal(0x6C_6C75)
    default: throw malformed(.unexpectedByte)
    }
    if isOnWay { throw Fault(reason: byte == UInt8(ascii: "n") ? .null : .wrongShape, path: way) }
    expected = open.isEmpty ? .nothing : .commaOrEnd
    return false
  }

  private mutating func close() throws(Fault) {
    // An object on the path ends without the wanted member.
    if isWay { throw Fault(reason: .missing, path: Array(names[...level])) }
    open.removeLast()
    expected = open.isEmpty ? .nothing : .commaOrEnd
  }

  /// Whether the open object is on the path to the array, and the array has not begun.
  private var isWay: Bool { level >= 0 && level < names.count && open.count == level + 1 }
  private var way: [String] { Array(names[..<level]) }

  /// Continues a string, a number or a literal.
  private mutating func finish(_ bytes: RawSpan, _ position: inout Int, _ end: Int) throws(Fault) {
    let start = position
    switch token {
    case .none: break
    case .text, .name:
      let isName = if case .name = token { true } else { false }
      position = bytes.endOfPlainText(from: position, to: end)
      if isName { keep(bytes, start, position) }
      guard position < end else { return }
      if bytes.byte(position) == UInt8(ascii: "\"") { endOfString(isName) } else { token = .escape(isName: isName) }
      if case .escape = token, isName { keep(bytes, position, position + 1) }
      position &+= 1
    case .escape(let isName):
      token = bytes.byte(position) == UInt8(ascii: "u") ? .hex(4, isName: isName) : isName ? .name : .text
      if isName { keep(bytes, position, position + 1) }
      position &+= 1
    case .hex(let left, let isName):
      guard bytes.byte(position) != UInt8(ascii: "\"") else { throw malformed(.invalidEscape) }
      token = left > 1 ? .hex(left - 1, isName: isName) : isName ? .name : .text
      if isName { keep(bytes, position, position + 1) }
      position &+= 1
    case .number:
      while position < end, bytes.byte(position).continuesNumber { position &+= 1 }
      if position < end { token = .none }
    case .literal(let rest):
      guard bytes.byte(position) == UInt8(truncatingIfNeeded: rest) else { throw malformed(.unexpectedByte) }
      token = rest >> 8 == 0 ? .none : .literal(rest >> 8)
      position &+= 1
    }
  }

  private mutating func endOfString(_ isName: Bool) {
    token = .none
    guard isName else { return }
    expected = .colon
    guard isWay, isNamed(names[level]) else { return }
    level += 1
    isOnWay = true
  }

  private mutating func keep(_ bytes: RawSpan, _ start: Int, _ end: Int) {
    // A longer name cannot be on the path, so the rest of it is not needed.
    guard isWay, name.count <= longest else { return }
    for place in start..<min(end, start + longest + 1) { name.append(bytes.byte(place)) }
  }

  private func isNamed(_ wanted: String) -> Bool {
    let isPlain = name.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    if isPlain { return String(decoding: name, as: UTF8.self) == wanted }
    guard name.count <= longest else { return false }
    let quoted = Data([UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")])
    return (try? JSONModelDecoder().decode(String.self, from: quoted)) == wanted
  }

  private func malformed(_ reason: JSONMalformed.Reason) -> Fault { Fault(reason: .malformed(reason), path: []) }
}
