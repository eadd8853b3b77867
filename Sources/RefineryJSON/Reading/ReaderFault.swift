/// The fault and its offset. The coding path is computed only when the error leaves the decoder.
struct ReaderFault: Error {
  enum Kind {
    case malformed(JSONMalformed)
    case mismatch(any Any.Type)
    case null(any Any.Type)
    case missing(String)
    case corrupted(String)
    /// An error of `Codable`, whose path begins at this value.
    case thrown(any Error)
  }

  let kind: Kind
  /// The offset of the value.
  let offset: Int

  /// The error that `Codable` would throw.
  ///
  /// - Parameters:
  ///   - start: the offset of the value that was read.
  ///   - above: the path of that value.
  func decodingError(in bytes: DocumentBytes, from start: Int = 0, under above: [any CodingKey] = []) -> any Error {
    var path: [any CodingKey] = []
    try? bytes.path(to: offset, from: start, &path)
    path = above + path
    func context(_ text: String) -> DecodingError.Context { DecodingError.Context(codingPath: path, debugDescription: text) }
    switch kind {
    case .mismatch(let type): return DecodingError.typeMismatch(type, context("Expected \(type)."))
    case .null(let type):
      return type == Bool.self
        ? DecodingError.typeMismatch(type, context("Expected \(type) but found null."))
        : DecodingError.valueNotFound(type, context("Expected \(type) but found null."))
    case .missing(let name):
      return DecodingError.keyNotFound(PathKey(stringValue: name), context("There is no member \"\(name)\"."))
    case .thrown(let error): return (error as? DecodingError)?.under(path, at: offset) ?? error
    case .corrupted(let text): return DecodingError.dataCorrupted(context(text))
    case .malformed(let malformed):
      // The structure has already been checked, so a string is malformed.
      return DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: "A value is malformed.", underlyingError: malformed))
    }
  }
}

extension DecodingError {
  /// Returns the same error with `path` before its own path. For an error in a value that was read as a separate document.
  ///
  /// - Parameter offset: the offset of that value in the whole document.
  fileprivate func under(_ path: [any CodingKey], at offset: Int) -> DecodingError {
    func moved(_ context: Context) -> Context {
      let malformed = (context.underlyingError as? JSONMalformed).map { $0.moved(by: offset) as any Error }
      return Context(
        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: malformed ?? context.underlyingError)
    }
    switch self {
    case .typeMismatch(let type, let context): return .typeMismatch(type, moved(context))
    case .valueNotFound(let type, let context): return .valueNotFound(type, moved(context))
    case .keyNotFound(let key, let context): return .keyNotFound(key, moved(context))
    case .dataCorrupted(let context): return .dataCorrupted(moved(context))
    @unknown default: return self
    }
  }

  /// The error for data that is not JSON.
  static func malformed(_ malformed: any Error) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: "The data is not JSON.", underlyingError: malformed))
  }
}

extension DocumentBytes {
  /// Returns the offset after the value at an offset.
  func endOfValue(from start: Int, depth: Int) throws(JSONMalformed) -> Int {
    var ignored: [any CodingKey] = []
    return try end(from: start, depth: depth, until: -1, &ignored) ?? start
  }

  /// Returns the offset of a member's value, from the offset of the quote that ends the member's name.
  func value(behind quote: Int) -> Int { skippingSpace(skippingSpace(quote &+ 1) &+ 1) }

  /// Finds the path to the value at an offset.
  func path(to offset: Int, from start: Int, _ path: inout [any CodingKey]) throws(JSONMalformed) {
    _ = try end(from: start, depth: 0, until: offset, &path)
  }

  /// Returns the offset after a value; nil if the wanted value is inside it, and then `path` leads to it.
  private func end(
    from start: Int, depth: Int, until wanted: Int, _ path: inout [any CodingKey]
  ) throws(JSONMalformed) -> Int? {
    var position = skippingSpace(start)
    if position == wanted { return nil }
    switch byte(position) {
    case UInt8(ascii: "\""): return try endOfString(from: position &+ 1).end &+ 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return endOfNumber(from: position).end
    case UInt8(ascii: "t") where eight(position) & 0xFFFF_FFFF == 0x6575_7274: return position &+ 4
    case UInt8(ascii: "n") where eight(position) & 0xFFFF_FFFF == 0x6C6C_756E: return position &+ 4
    case UInt8(ascii: "f") where eight(position) & 0xFF_FFFF_FFFF == 0x65_736C_6166: return position &+ 5
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < DocumentScanner.maximumDepth else { throw JSONMalformed(.tooDeep, at: position) }
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

  private func name(_ position: inout Int) throws(JSONMalformed) -> Range<Int> {
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
    _ = skipSpace(&position)
    return position
  }

  private func malformed(_ position: Int) -> JSONMalformed {
    JSONMalformed(position >= count ? .unexpectedEnd : .unexpectedByte, at: position)
  }

  /// Returns the offset after a key and its quote; nil if another name is at the offset.
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
