/// The parts of a value, one after the other.
public struct JSONParts {
  private let memory: Memory
  private let tape: Tape
  /// Where the next part is in the tape; -1 for the null that stands for a member which is not there.
  private var index: Int
  private let limit: Int
  /// The containers that have begun: the index behind each, and whether it is an object.
  private var open: [(end: Int, isObject: Bool)] = []
  private var isNameNext = false

  init(_ level: Level, at index: Int) {
    memory = level.reading.memory
    tape = memory.tape
    self.index = index
    limit = index < 0 ? 0 : Word.next(tape.word(index), at: index)
  }

  /// The next part; nil behind the value.
  ///
  /// - Throws: ``JSONMalformed`` for a number or a string that is none.
  public mutating func next() throws(JSONMalformed) -> JSONPart? {
    if let container = open.last, index >= container.end {
      open.removeLast()
      isNameNext = open.last?.isObject ?? false
      return .end
    }
    guard index < limit else { return nil }
    guard index >= 0 else {
      index = limit
      return .null
    }
    let word = tape.word(index)
    index &+= 1
    if isNameNext {
      isNameNext = false
      return .name(try text(word))
    }
    if Word.kind(word) >= Word.array {
      isNameNext = Word.kind(word) != Word.array
      open.append((Word.offset(word), isNameNext))
      return isNameNext ? .object : .array
    }
    isNameNext = open.last?.isObject ?? false
    return try leaf(word)
  }

  @inline(__always)
  private func leaf(_ word: UInt64) throws(JSONMalformed) -> JSONPart {
    switch Word.kind(word) {
    case Word.null: return .null
    case Word.isTrue: return .bool(true)
    case Word.isFalse: return .bool(false)
    case Word.integer: return .number(tape.bytes.plainText(Word.range(word)))
    case Word.number:
      guard NumberText(tape.bytes, word) != nil else { throw Malformed(.invalidNumber, at: Word.offset(word)) }
      return .number(tape.bytes.plainText(Word.range(word)))
    default: return .string(try text(word))
    }
  }

  @inline(__always)
  private func text(_ word: UInt64) throws(JSONMalformed) -> String {
    switch Word.kind(word) {
    case Word.plain: return tape.bytes.plainText(Word.range(word))
    case Word.escaped: return try tape.bytes.unescaped(Word.range(word))
    default:
      if let text = tape.bytes.text(Word.range(word)) { return text }
      throw Malformed(.invalidText, at: Word.offset(word))
    }
  }
}

extension Level {
  /// The value at an index of the tape, whatever it is.
  func verbatim<Value: JSONVerbatim>(_ type: Value.Type, at index: Int, under place: Place) throws -> Value {
    do {
      var parts = JSONParts(self, at: index)
      return try Value(parts: &parts)
    } catch let malformed as Malformed {
      throw corrupted("A value is malformed.", place, malformed)
    }
  }
}

extension JSONReader {
  /// Reads the next value, whatever it is, as a document of its own.
  mutating func verbatim<Value: JSONVerbatim>() throws -> Value {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let memory = Memory(bytes.array(start..<position), count: position &- start)
      try Scanner.scan(memory)
      var parts = JSONParts(Level(Reading(memory, settings: settings)), at: 0)
      return try Value(parts: &parts)
    } catch let malformed as Malformed {
      throw fail(.malformed(Malformed(malformed.reason, at: start &+ malformed.offset)), at: start)
    }
  }
}
