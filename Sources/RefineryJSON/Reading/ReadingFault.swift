/// What a reader found wrong, and where. The path to it is looked for once the error leaves the decoder.
struct ReadingFault: Error {
  enum Kind {
    case malformed(Malformed)
    case mismatch(any Any.Type)
    case null(any Any.Type)
    case missing(String)
    case corrupted(String)
  }

  let kind: Kind
  /// Where the value begins.
  let offset: Int

  /// The same as a decoder of `Codable` says it.
  ///
  /// - Parameter start: where the value that was read begins, under a path.
  func decodingError(in bytes: Bytes, from start: Int = 0, under above: [any CodingKey] = []) -> DecodingError {
    var path: [any CodingKey] = []
    try? bytes.path(to: offset, from: start, &path)
    path = above + path
    func context(_ text: String) -> DecodingError.Context { DecodingError.Context(codingPath: path, debugDescription: text) }
    switch kind {
    case .mismatch(let type): return .typeMismatch(type, context("Expected \(type)."))
    case .null(let type):
      return type == Bool.self
        ? .typeMismatch(type, context("Expected \(type) but found null."))
        : .valueNotFound(type, context("Expected \(type) but found null."))
    case .missing(let name): return .keyNotFound(PathKey(stringValue: name), context("There is no member \"\(name)\"."))
    case .corrupted(let text): return .dataCorrupted(context(text))
    case .malformed(let malformed):
      // The structure is right, or it would have been refused before: a string is wrong.
      return .dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: "A value is malformed.", underlyingError: malformed))
    }
  }
}

extension DecodingError {
  /// The document is no JSON.
  static func malformed(_ malformed: any Error) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: "The data is no JSON.", underlyingError: malformed))
  }
}

extension Bytes {
  /// The offset behind the value at an offset.
  func endOfValue(from start: Int, depth: Int) throws(Malformed) -> Int {
    var ignored: [any CodingKey] = []
    return try end(from: start, depth: depth, until: -1, &ignored) ?? start
  }

  /// Where the value begins behind a name, whose quote is at an offset.
  func value(behind quote: Int) -> Int { skippingSpace(skippingSpace(quote &+ 1) &+ 1) }

  /// Finds the keys that lead to the value at an offset.
  func path(to offset: Int, from start: Int, _ path: inout [any CodingKey]) throws(Malformed) {
    _ = try end(from: start, depth: 0, until: offset, &path)
  }

  /// The offset behind a value; nil if the value that is looked for is in it, and then `path` leads there.
  private func end(
    from start: Int, depth: Int, until wanted: Int, _ path: inout [any CodingKey]
  ) throws(Malformed) -> Int? {
    var position = skippingSpace(start)
    if position == wanted { return nil }
    switch byte(position) {
    case UInt8(ascii: "\""): return try endOfString(from: position &+ 1).end &+ 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return endOfNumber(from: position).end
    case UInt8(ascii: "t") where eight(position) & 0xFFFF_FFFF == 0x6575_7274: return position &+ 4
    case UInt8(ascii: "n") where eight(position) & 0xFFFF_FFFF == 0x6C6C_756E: return position &+ 4
    case UInt8(ascii: "f") where eight(position) & 0xFF_FFFF_FFFF == 0x65_736C_6166: return position &+ 5
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Scanner.depth else { throw Malformed(.tooDeep, at: position) }
      let isObject = byte(position) == UInt8(ascii: "{")
      let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      position = skippingSpace(position &+ 1)
      var count = 0
      while byte(position) != close {
        if count > 0 {
          guard byte(position) == UInt8(ascii: ",") else { throw malformed(position) }
          position = skippingSpace(position &+ 1)
          if byte(position) == close { break }
        }
        let key = try isObject ? name(&position) : position..<position
        guard let end = try end(from: position, depth: depth &+ 1, until: wanted, &path) else {
          path.insert(isObject ? PathKey(stringValue: (try? unescaped(key)) ?? "") : PathKey(element: count), at: 0)
          return nil
        }
        position = skippingSpace(end)
        count &+= 1
      }
      return position &+ 1
    default: throw malformed(position)
    }
  }

  private func name(_ position: inout Int) throws(Malformed) -> Range<Int> {
    guard byte(position) == UInt8(ascii: "\"") else { throw malformed(position) }
    let start = position &+ 1
    let end = try endOfString(from: start).end
    position = skippingSpace(end &+ 1)
    guard byte(position) == UInt8(ascii: ":") else { throw malformed(position) }
    position &+= 1
    return start..<end
  }

  private func skippingSpace(_ start: Int) -> Int {
    var position = start
    while true {
      let byte = byte(position)
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return position }
      position &+= 1
    }
  }

  private func malformed(_ position: Int) -> Malformed {
    Malformed(position >= count ? .unexpectedEnd : .unexpectedByte, at: position)
  }

  /// The offset behind a key and its quote, if that is what stands at an offset.
  @inline(__always)
  func end(of key: JSONKeys.Key, at start: Int) -> Int? {
    guard eight(start) & key.mask == key.head else { return nil }
    let length = key.bytes.count
    var place = 8
    while place < length {
      if byte(start &+ place) != key.bytes[place] { return nil }
      place &+= 1
    }
    let end = start &+ length
    return length < 8 || byte(end) == UInt8(ascii: "\"") ? end &+ 1 : nil
  }
}
