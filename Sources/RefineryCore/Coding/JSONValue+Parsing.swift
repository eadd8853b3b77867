public import FoundationEssentials
import RefineryJSON

extension JSONValue {
  /// Parses a JSON document strictly by RFC 8259: UTF-8, no comments, no trailing commas, no lone surrogates, nothing after the
  /// value. A byte order mark is ignored. The parser is not recursive.
  ///
  /// - Parameters:
  ///   - data: the document.
  ///   - maximumDepth: the maximum nesting of arrays and objects.
  ///   - allowsRepeatedKeys: whether a repeated name is permitted. If so, the last member wins. RFC 8259 section 4 leaves this
  ///     to the parser.
  /// - Throws: ``Malformed``.
  public init(parsing data: Data, maximumDepth: Int = 512, allowsRepeatedKeys: Bool = true) throws {
    self = try data.withUnsafeBytes { buffer in
      var parser = JSONParser(
        bytes: buffer.bindMemory(to: UInt8.self), maximumDepth: maximumDepth, allowsRepeatedKeys: allowsRepeatedKeys)
      return try parser.document()
    }
  }

  /// Parses a JSON document from text, in the same way as ``init(parsing:maximumDepth:allowsRepeatedKeys:)``.
  ///
  /// - Throws: ``Malformed``.
  public init(parsing text: String, maximumDepth: Int = 512, allowsRepeatedKeys: Bool = true) throws {
    try self.init(parsing: Data(text.utf8), maximumDepth: maximumDepth, allowsRepeatedKeys: allowsRepeatedKeys)
  }

  /// Returns all places of a document where an object repeats a name.
  ///
  /// - Throws: ``Malformed`` if the bytes are not a JSON document.
  public static func repeatedKeys(in data: Data) throws -> [Malformed] {
    try data.withUnsafeBytes { buffer in
      var parser = JSONParser(bytes: buffer.bindMemory(to: UInt8.self), maximumDepth: 512)
      parser.notesRepeatedKeys = true
      _ = try parser.document()
      return parser.repeatedKeys
    }
  }

  /// Bytes that are not a JSON document. The error contains the place and the reason, but never the bytes.
  public struct Malformed: SafelyDescribed, Equatable {
    /// The number of bytes before the fault.
    public let offset: Int
    /// The line of the fault, from 1.
    public let line: Int
    /// The fault's byte in that line, from 1.
    public let column: Int
    /// What is wrong there.
    public let reason: String

    /// One line, safe to log.
    public var description: String { "malformed JSON at line \(line), column \(column): \(reason)" }
  }
}

/// Parses one document. It uses a stack of open arrays and objects instead of recursion.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  let allowsRepeatedKeys: Bool
  var index = 0
  /// Whether repeated names are collected in `repeatedKeys`.
  var notesRepeatedKeys = false
  private(set) var repeatedKeys: [JSONValue.Malformed] = []
  private var open: [RawJSONContainer] = []

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, allowsRepeatedKeys: Bool = true) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.allowsRepeatedKeys = allowsRepeatedKeys
  }

  mutating func document() throws -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while true {
      guard var value = try beginValue() else { continue }
      while true {
        guard !open.isEmpty else {
          if nextToken() != nil { throw fault("something follows the document") }
          return value
        }
        guard let closed = try place(value) else { break }
        value = closed
      }
    }
  }

  /// Reads a scalar or an empty array or object. Opens any other array or object, and returns nil.
  private mutating func beginValue() throws -> JSONValue? {
    switch nextToken() {
    case UInt8(ascii: "\""):
      return .string(try string())
    case UInt8(ascii: "{"):
      try enter(isObject: true)
      guard nextToken() != UInt8(ascii: "}") else { return leave() }
      try key()
      return nil
    case UInt8(ascii: "["):
      try enter(isObject: false)
      guard nextToken() != UInt8(ascii: "]") else { return leave() }
      return nil
    case UInt8(ascii: "t"):
      return try word("true", .bool(true))
    case UInt8(ascii: "f"):
      return try word("false", .bool(false))
    case UInt8(ascii: "n"):
      return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte &- 0x30 < 10:
      return .number(try number())
    case nil:
      throw fault("the document ends where a value should be")
    default:
      throw fault("no value begins with this byte")
    }
  }

  /// Puts a value into the innermost open array or object. Returns that container if it ends here, or nil if a value must follow.
  private mutating func place(_ value: JSONValue) throws -> JSONValue? {
    let last = open.count - 1
    let isObject = open[last].isObject
    open[last].put(value)
    switch nextToken() {
    case UInt8(ascii: ","):
      index += 1
      if isObject { try key() }
      return nil
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
      return leave()
    case nil:
      throw fault("the document ends inside \(isObject ? "an object" : "an array")")
    default:
      throw fault("expected a comma or the end of the \(isObject ? "object" : "array")")
    }
  }

  private mutating func enter(isObject: Bool) throws {
    guard open.count < maximumDepth else { throw fault("more than \(maximumDepth) values are nested") }
    index += 1
    open.append(RawJSONContainer(isObject: isObject))
  }

  private mutating func leave() -> JSONValue {
    index += 1
    return open.removeLast().value
  }

  private mutating func key() throws {
    guard nextToken() == UInt8(ascii: "\"") else { throw fault("expected the name of a member") }
    let start = index
    let key = try string()
    if !allowsRepeatedKeys || notesRepeatedKeys, open[open.count - 1].members[key] != nil {
      let end = index
      index = start
      let repeated = fault("the object has a member of this name already")
      guard allowsRepeatedKeys else { throw repeated }
      repeatedKeys.append(repeated)
      index = end
    }
    open[open.count - 1].key = key
    guard nextToken() == UInt8(ascii: ":") else { throw fault("expected a colon after the name of a member") }
    index += 1
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard index < bytes.count, bytes[index] == word.utf8Start[offset] else { throw fault("expected \(word)") }
      index += 1
    }
    return value
  }

  private mutating func number() throws -> JSONValue.Number {
    switch NumberGrammar.end(of: bytes, from: index) {
    case .success(let end):
      defer { index = end }
      return JSONValue.Number(unchecked: String(decoding: bytes[index..<end], as: UTF8.self))
    case .failure(let stop):
      index = stop.offset
      throw fault("a digit is missing")
    }
  }

  /// Returns the next byte that is not white space, without consuming it.
  private mutating func nextToken() -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      index += 1
    }
    return nil
  }

  /// Returns a fault at the current byte. Line and column are counted only here.
  func fault(_ reason: String) -> JSONValue.Malformed {
    JSONValue.Malformed(offset: index, reason, in: bytes)
  }
}

extension JSONValue.Malformed {
  fileprivate init(offset: Int, _ reason: String, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    column = before.count - lineStart + 1
    self.offset = before.count
    self.reason = reason
  }

  /// Converts an error of a model decoder, with line and column.
  init(_ malformed: JSONMalformed, in data: Data) {
    self = data.withUnsafeBytes { bytes in
      Self(offset: malformed.offset, malformed.reason.rawValue, in: bytes.bindMemory(to: UInt8.self))
    }
  }
}
