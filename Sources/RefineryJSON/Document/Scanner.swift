/// Walks over a document once and writes its tape. Its structure is proven then; what numbers and strings say is judged when
/// they are read, as Foundation does.
///
/// It does not recurse: an open container's word holds the index of the container around it until it is closed.
struct Scanner {
  /// How deep a document may be.
  static let depth = 512

  private let bytes: Bytes
  private(set) var tape: TapeWriter
  private var position = 0
  private var depth = 0
  /// The innermost open container; -1 outside of all.
  private var open = -1
  private var count = 0
  private var isOdd = false

  private init(_ bytes: Bytes) {
    self.bytes = bytes
    tape = TapeWriter(bytes)
  }

  /// Gives a document its tape.
  static func scan(_ memory: Memory) throws(Malformed) {
    guard memory.bytes.count < Int(UInt32.max) else { throw Malformed(.tooLarge, at: 0) }
    var scanner = Scanner(memory.bytes)
    do throws(Malformed) {
      try scanner.scan()
      memory.adopt(scanner.tape)
    } catch {
      scanner.tape.discard()
      throw error
    }
  }

  private mutating func scan() throws(Malformed) {
    repeat {
      try value()
    } while try !isComplete()
    guard skipSpace() == 0, position >= bytes.count else { throw Malformed(.unexpectedByte, at: position) }
  }

  /// Reads up to the end of a value that is not a container, or of an empty one, or to the first element of another.
  @inline(__always)
  private mutating func value() throws(Malformed) {
    while true {
      switch skipSpace() {
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
      case UInt8(ascii: "{"):
        try begin(Word.object)
        if skipSpace() == UInt8(ascii: "}") { return end(Word.object) }
        try name()
      case UInt8(ascii: "["):
        try begin(Word.array)
        if skipSpace() == UInt8(ascii: "]") { return end(Word.array) }
      case UInt8(ascii: "t"): return try literal(0x6575_7274, 4, Word.isTrue)
      case UInt8(ascii: "n"): return try literal(0x6C6C_756E, 4, Word.null)
      case UInt8(ascii: "f"): return try literal(0x65_736C_6166, 5, Word.isFalse)
      default: throw malformed()
      }
    }
  }

  /// Reads what follows a value: closes containers and goes on to the next element, if there is one.
  @inline(__always)
  private mutating func isComplete() throws(Malformed) -> Bool {
    while open >= 0 {
      count &+= 1
      let isArray = Word.kind(tape[open]) == Word.array
      let close = isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")
      var byte = skipSpace()
      if byte == UInt8(ascii: ",") {
        position &+= 1
        byte = skipSpace()
        // Foundation takes a comma before the end.
        if byte != close {
          if !isArray { try name() }
          return false
        }
      }
      guard byte == close else { throw malformed() }
      end(isArray ? Word.array : Word.object)
    }
    return true
  }

  private mutating func begin(_ kind: UInt64) throws(Malformed) {
    guard depth < Self.depth else { throw Malformed(.tooDeep, at: position) }
    position &+= 1
    depth &+= 1
    // What belongs to the container around it waits in two words: this one's length and offset, and its own count.
    if open >= 0 { tape[open] = suspended() }
    tape.append(Word.make(kind, length: 0, offset: open < 0 ? Int(UInt32.max) : open))
    open = tape.count &- 1
    count = 0
    isOdd = false
  }

  /// The open container's word with what was counted so far.
  private func suspended() -> UInt64 {
    let word = tape[open]
    let kind = isOdd ? Word.oddObject : Word.kind(word)
    return Word.make(kind, length: min(count, Word.limit), offset: Word.offset(word))
  }

  private mutating func end(_ kind: UInt64) {
    position &+= 1
    depth &-= 1
    let around = Word.offset(tape[open])
    tape[open] = Word.make(isOdd ? Word.oddObject : kind, length: min(count, Word.limit), offset: tape.count)
    open = around == Int(UInt32.max) ? -1 : around
    guard open >= 0 else { return }
    let word = tape[open]
    count = Word.length(word)
    isOdd = Word.kind(word) == Word.oddObject
  }

  @inline(__always)
  private mutating func name() throws(Malformed) {
    guard bytes.byte(position) == UInt8(ascii: "\"") else { throw malformed() }
    try string()
    let name = tape[tape.count &- 1]
    if Word.kind(name) != Word.plain, !bytes.isComposed(name) { isOdd = true }
    guard skipSpace() == UInt8(ascii: ":") else { throw malformed() }
    position &+= 1
  }

  @inline(__always)
  private mutating func string() throws(Malformed) {
    let start = position &+ 1
    let (end, kind) = try bytes.endOfString(from: start)
    guard end &- start <= Word.limit else { throw Malformed(.tooLarge, at: start) }
    tape.append(Word.make(kind, length: end &- start, offset: start))
    position = end &+ 1
  }

  @inline(__always)
  private mutating func number() throws(Malformed) {
    let start = position
    let (end, isInteger) = bytes.endOfNumber(from: start)
    guard end &- start <= Word.limit else { throw Malformed(.tooLarge, at: start) }
    tape.append(Word.make(isInteger ? Word.integer : Word.number, length: end &- start, offset: start))
    position = end
  }

  @inline(__always)
  private mutating func literal(_ text: UInt64, _ length: Int, _ kind: UInt64) throws(Malformed) {
    guard bytes.eight(position) & (1 << (UInt64(length) * 8) - 1) == text else { throw malformed() }
    tape.append(Word.make(kind, length: length, offset: position))
    position &+= length
  }

  /// Skips space, and gives the byte behind it.
  @inline(__always)
  private mutating func skipSpace() -> UInt8 {
    while true {
      let byte = bytes.byte(position)
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position &+= 1
    }
  }

  private func malformed() -> Malformed {
    Malformed(position >= bytes.count ? .unexpectedEnd : .unexpectedByte, at: position)
  }
}
