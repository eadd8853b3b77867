/// The parts of a value, in the order of the document.
public struct JSONParts {
  private let buffer: DocumentBuffer
  private let tape: Tape
  /// The index of the next part in the tape; -1 for the null of a missing member.
  private var index: Int
  private let limit: Int
  /// The open containers: the index after each, and whether it is an object.
  private var open: [(end: Int, isObject: Bool)] = []
  private var isNameNext = false

  init(_ decoder: ValueDecoder, at index: Int) {
    buffer = decoder.context.buffer
    tape = buffer.tape
    self.index = index
    limit = index < 0 ? 0 : tape[index].next(after: index)
  }

  /// Returns the next part; nil after the last one.
  ///
  /// - Throws: ``JSONMalformed`` if a number or a string is malformed.
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
    let entry = tape[index]
    index &+= 1
    if isNameNext {
      isNameNext = false
      return .name(try text(entry))
    }
    if entry.kind.isContainer {
      isNameNext = entry.kind != .array
      open.append((entry.offset, isNameNext))
      return isNameNext ? .object : .array
    }
    isNameNext = open.last?.isObject ?? false
    return try leaf(entry)
  }

  @inline(__always)
  private func leaf(_ entry: TapeEntry) throws(JSONMalformed) -> JSONPart {
    switch entry.kind {
    case .null: return .null
    case .isTrue: return .bool(true)
    case .isFalse: return .bool(false)
    case .integer: return .number(tape.bytes.plainText(entry.range))
    case .number:
      guard ParsedNumber(tape.bytes, entry) != nil else { throw JSONMalformed(.invalidNumber, at: entry.offset) }
      return .number(tape.bytes.plainText(entry.range))
    default: return .string(try text(entry))
    }
  }

  private func text(_ entry: TapeEntry) throws(JSONMalformed) -> String { try tape.bytes.string(entry.range, entry.kind) }
}

extension ValueDecoder {
  /// Reads the value at an index of the tape, of any kind.
  func verbatim<Value: JSONVerbatim>(_ type: Value.Type, at index: Int, under step: PathStep) throws -> Value {
    do {
      var parts = JSONParts(self, at: index)
      return try Value(parts: &parts)
    } catch let malformed as JSONMalformed {
      throw corrupted("A value is malformed.", step, malformed)
    }
  }
}

extension JSONReader {
  /// Reads the next value, of any kind, as a separate document.
  mutating func verbatim<Value: JSONVerbatim>() throws -> Value {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let buffer = DocumentBuffer(bytes.array(start..<position), count: position &- start)
      try DocumentScanner.scan(buffer)
      var parts = JSONParts(ValueDecoder(DecodingContext(buffer, settings: settings)), at: 0)
      return try Value(parts: &parts)
    } catch let malformed as JSONMalformed {
      throw fail(.malformed(JSONMalformed(malformed.reason, at: start &+ malformed.offset)), at: start)
    }
  }
}
