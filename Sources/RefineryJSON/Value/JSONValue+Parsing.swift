public import FoundationEssentials

extension JSONValue {
  /// Parses a JSON document strictly by RFC 8259: it is UTF-8, without comments, trailing commas, lone surrogates, or anything
  /// after the value. A byte order mark is ignored. The parser is not recursive.
  ///
  /// - Parameters:
  ///   - data: the document.
  ///   - maximumDepth: the maximum nesting of arrays and objects; at most 2,048.
  ///   - allowsRepeatedKeys: whether a repeated name is permitted. If so, the first member counts, as for models. RFC 8259
  ///     section 4 leaves this to the parser.
  /// - Throws: ``Malformed``. If the document has several faults, a fault of its structure is thrown before one of its numbers
  ///   and strings, and a repeated name is thrown last.
  public init(parsing data: Data, maximumDepth: Int = 512, allowsRepeatedKeys: Bool = true) throws {
    let repeated: [Int]
    (self, repeated) = try Self.parse(data, maximumDepth: maximumDepth)
    if !allowsRepeatedKeys, let first = repeated.min() { throw Malformed(Self.repeatedName, at: first, in: data) }
  }

  /// The deepest nesting that a caller can permit: 2,048. Comparing, printing and releasing a value are recursive, so a
  /// document without a limit could exhaust the stack.
  package static let largestDepth = 2048

  /// Parses a JSON document from text, in the same way as ``init(parsing:maximumDepth:allowsRepeatedKeys:)``.
  ///
  /// - Throws: ``Malformed``.
  public init(parsing text: String, maximumDepth: Int = 512, allowsRepeatedKeys: Bool = true) throws {
    try self.init(parsing: Data(text.utf8), maximumDepth: maximumDepth, allowsRepeatedKeys: allowsRepeatedKeys)
  }

  /// Returns all places of a document where an object repeats a name.
  package static func repeatedKeys(in data: Data) throws -> [Malformed] {
    // Lines are counted once for all places: each place begins where the one before it ended.
    var place = Malformed("", at: 0, in: data)
    return try parse(data, maximumDepth: 512).repeated.sorted().map { offset in
      place = Malformed(repeatedName, at: offset, in: data, after: place)
      return place
    }
  }

  private static let repeatedName = "the object already has a member of this name"

  /// Returns the value, and the offsets of repeated names, in no particular order.
  private static func parse(_ data: Data, maximumDepth: Int) throws -> (value: JSONValue, repeated: [Int]) {
    let mark = data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let maximumDepth = min(maximumDepth, largestDepth)
    do {
      let buffer = DocumentBuffer(data, count: data.count - mark, from: mark)
      try DocumentScanner.scan(buffer, maximumDepth: maximumDepth, allowsTrailingCommas: false)
      var reader = TapeReader(buffer.tape)
      let value = try withExtendedLifetime(buffer) { () throws(JSONMalformed) in try reader.value(at: 0) }
      // The offset of a name in the tape is the offset of its first letter.
      return (value, reader.repeatedNames.map { index in mark + buffer.tape[index].offset - 1 })
    } catch {
      let reason = error.reason == .tooDeep ? "more than \(maximumDepth) levels" : error.reason.rawValue
      throw Malformed(reason, at: mark + error.offset, in: data)
    }
  }

  /// Bytes that are not a JSON document. The error contains the place and the reason, but never the bytes.
  public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before the fault. For a faulty number or word, it is the number of bytes before its start. For a
    /// string that is not UTF-8, it is the number of bytes before its first letter.
    public let offset: Int
    /// The line of the fault, from 1.
    public let line: Int
    /// The position of the fault's byte in that line, from 1.
    public let column: Int
    /// What is wrong there.
    public let reason: String

    /// Counts the lines and columns before an error's offset in the document.
    package init(_ malformed: JSONMalformed, in document: Data) {
      self.init(malformed.reason.rawValue, at: malformed.offset, in: document)
    }

    fileprivate init(_ reason: String, at offset: Int, in document: Data) {
      self.init(reason, at: offset, in: document, after: nil)
    }

    /// Counts from an earlier place of the same document.
    fileprivate init(_ reason: String, at offset: Int, in document: Data, after earlier: Malformed?) {
      let between = document.prefix(offset).dropFirst(earlier?.offset ?? 0)
      line = between.reduce(earlier?.line ?? 1) { $1 == 0x0A ? $0 + 1 : $0 }
      if let last = between.lastIndex(of: 0x0A) {
        column = between.endIndex - last
      } else {
        column = (earlier?.column ?? 1) + between.count
      }
      self.offset = (earlier?.offset ?? 0) + between.count
      self.reason = reason
    }

    /// One line, safe to log.
    public var description: String { "malformed JSON at line \(line), column \(column): \(reason)" }
  }
}

extension JSONValue.Number {
  /// A number as written in JSON; nil if that is not valid (`+1`, `01`, `.5`, `NaN`).
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "-") || first &- 0x30 < 10, bytes.count <= TapeEntry.maximumLength
    else { return nil }
    let buffer = DocumentBuffer(bytes, count: bytes.count)
    let isNumber = withExtendedLifetime(buffer) {
      let (end, isInteger) = buffer.bytes.endOfNumber(from: 0)
      guard end == bytes.count else { return false }
      return isInteger || ParsedNumber(buffer.bytes, TapeEntry(.number, length: end, offset: 0)) != nil
    }
    guard isNumber else { return nil }
    self.init(unchecked: String(text))
  }
}
