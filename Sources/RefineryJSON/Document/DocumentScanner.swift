/// Scans a document once, checks its structure and writes its tape. Numbers and strings are checked when a model reads them, as
/// in Foundation.
///
/// It is not recursive: until a container closes, its entry holds the index of the container around it.
struct DocumentScanner {
  /// How many containers may be open at once, unless a caller has another limit.
  static let maximumDepth = 512

  private let bytes: DocumentBytes
  private let maximumDepth: Int
  private let allowsTrailingCommas: Bool
  private(set) var tape: TapeWriter
  private var position = 0
  private var depth = 0
  /// The index of the innermost open container's entry; -1 if none is open.
  private var open = -1
  /// The number of elements or members of that container so far.
  private var count = 0
  /// Whether that container is an object with an irregular name.
  private var isIrregular = false

  private init(_ bytes: DocumentBytes, _ maximumDepth: Int, _ allowsTrailingCommas: Bool) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.allowsTrailingCommas = allowsTrailingCommas
    tape = TapeWriter(bytes)
  }

  /// Scans a document and sets its tape.
  static func scan(
    _ buffer: DocumentBuffer, maximumDepth: Int = maximumDepth, allowsTrailingCommas: Bool = true
  ) throws(JSONMalformed) {
    guard buffer.bytes.count < Int(UInt32.max) else { throw JSONMalformed(.tooLarge, at: 0) }
    var scanner = DocumentScanner(buffer.bytes, maximumDepth, allowsTrailingCommas)
    do throws(JSONMalformed) {
      try scanner.scan()
      buffer.adopt(scanner.tape)
    } catch {
      scanner.tape.discard()
      throw error
    }
  }

  private mutating func scan() throws(JSONMalformed) {
    repeat {
      try value()
    } while try !isComplete()
    guard skipSpace() == 0, position >= bytes.count else { throw JSONMalformed(.unexpectedByte, at: position) }
  }

  /// Scans a leaf or an empty container to its end, and any other container up to its first leaf or empty container.
  @inline(__always)
  private mutating func value() throws(JSONMalformed) {
    while true {
      switch skipSpace() {
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
      case UInt8(ascii: "{"):
        try begin(.object)
        if skipSpace() == UInt8(ascii: "}") { return end(.object) }
        try name()
      case UInt8(ascii: "["):
        try begin(.array)
        if skipSpace() == UInt8(ascii: "]") { return end(.array) }
      case UInt8(ascii: "t"): return try literal(0x6575_7274, 4, .isTrue)
      case UInt8(ascii: "n"): return try literal(0x6C6C_756E, 4, .null)
      case UInt8(ascii: "f"): return try literal(0x65_736C_6166, 5, .isFalse)
      default: throw malformed()
      }
    }
  }

  /// Scans the bytes after a value, and closes the containers that end here.
  ///
  /// - Returns: true at the end of the document, false if another value follows.
  @inline(__always)
  private mutating func isComplete() throws(JSONMalformed) -> Bool {
    while open >= 0 {
      count &+= 1
      let isArray = tape[open].kind == .array
      let close = isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")
      var byte = skipSpace()
      if byte == UInt8(ascii: ",") {
        position &+= 1
        byte = skipSpace()
        // Foundation accepts a comma before the closing bracket; RFC 8259 does not.
        if byte != close {
          if !isArray { try name() }
          return false
        }
        guard allowsTrailingCommas else { throw malformed() }
      }
      guard byte == close else { throw malformed() }
      end(isArray ? .array : .object)
    }
    return true
  }

  private mutating func begin(_ kind: TapeEntry.Kind) throws(JSONMalformed) {
    guard depth < maximumDepth else { throw JSONMalformed(.tooDeep, at: position) }
    position &+= 1
    depth &+= 1
    // The outer container's entry keeps its count; this container's entry keeps the index of the outer one.
    if open >= 0 { tape[open] = suspended() }
    tape.append(TapeEntry(kind, length: 0, offset: open < 0 ? Int(UInt32.max) : open))
    open = tape.count &- 1
    count = 0
    isIrregular = false
  }

  /// Returns the open container's entry with the count so far.
  private func suspended() -> TapeEntry {
    let entry = tape[open]
    let kind = isIrregular ? .irregularObject : entry.kind
    return TapeEntry(kind, length: min(count, TapeEntry.maximumLength), offset: entry.offset)
  }

  private mutating func end(_ kind: TapeEntry.Kind) {
    position &+= 1
    depth &-= 1
    let around = tape[open].offset
    tape[open] = TapeEntry(
      isIrregular ? .irregularObject : kind, length: min(count, TapeEntry.maximumLength), offset: tape.count)
    open = around == Int(UInt32.max) ? -1 : around
    guard open >= 0 else { return }
    let entry = tape[open]
    count = entry.length
    isIrregular = entry.kind == .irregularObject
  }

  @inline(__always)
  private mutating func name() throws(JSONMalformed) {
    guard bytes.byte(position) == UInt8(ascii: "\"") else { throw malformed() }
    try string()
    let name = tape[tape.count &- 1]
    if name.kind != .plain, !bytes.isComposed(name) { isIrregular = true }
    guard skipSpace() == UInt8(ascii: ":") else { throw malformed() }
    position &+= 1
  }

  @inline(__always)
  private mutating func string() throws(JSONMalformed) {
    let start = position &+ 1
    let (end, kind) = try bytes.endOfString(from: start)
    guard end &- start <= TapeEntry.maximumLength else { throw JSONMalformed(.tooLarge, at: start) }
    tape.append(TapeEntry(kind, length: end &- start, offset: start))
    position = end &+ 1
  }

  @inline(__always)
  private mutating func number() throws(JSONMalformed) {
    let start = position
    let (end, isInteger) = bytes.endOfNumber(from: start)
    guard end &- start <= TapeEntry.maximumLength else { throw JSONMalformed(.tooLarge, at: start) }
    tape.append(TapeEntry(isInteger ? .integer : .number, length: end &- start, offset: start))
    position = end
  }

  @inline(__always)
  private mutating func literal(_ text: UInt64, _ length: Int, _ kind: TapeEntry.Kind) throws(JSONMalformed) {
    guard bytes.eight(position) & (1 << (UInt64(length) * 8) - 1) == text else { throw malformed() }
    tape.append(TapeEntry(kind, length: length, offset: position))
    position &+= length
  }

  /// Skips white space and returns the byte after it.
  @inline(__always)
  private mutating func skipSpace() -> UInt8 { bytes.skipSpace(&position) }

  private func malformed() -> JSONMalformed {
    JSONMalformed(position >= bytes.count ? .unexpectedEnd : .unexpectedByte, at: position)
  }
}
