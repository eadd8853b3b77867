/// Finds the end of one value whose bytes may arrive in pieces. It counts brackets without distinguishing their kinds; the
/// decoder checks the value itself.
struct ElementScanner: Sendable {
  private enum Kind { case container, string, scalar }

  private let kind: Kind
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the value marks its own end. All values except numbers and literals do.
  var endsItself: Bool { kind != .scalar }

  /// Returns nil if no value begins with this byte.
  init?(first byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      kind = .scalar
    default: return nil
    }
  }

  /// Returns the position after the value; nil if `end` comes first. A later call continues where this one stops. The end of a
  /// number or a literal is the byte after it.
  mutating func end(in bytes: RawSpan, from start: Int, to end: Int) -> Int? {
    switch kind {
    case .container: return endOfContainer(bytes, start, end)
    case .string:
      var position = start
      // The first quote opens the string.
      if !isInString, position < end {
        isInString = true
        position &+= 1
      }
      return endOfString(bytes, &position, end) ? position : nil
    case .scalar:
      var position = start
      while position < end {
        switch bytes.byte(position) {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: return position
        default: position &+= 1
        }
      }
      return nil
    }
  }

  private mutating func endOfContainer(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Int? {
    var position = start
    var depth = depth
    var isInString = isInString
    if isEscaped, position < end {
      isEscaped = false
      position &+= 1
    }
    // In a word of bytes without brackets and backslashes, only the parity of the number of quotes matters.
    var odd: UInt64 = 0
    while position < end {
      var stop = end
      if position &+ 8 <= end {
        let eight = bytes.eight(position)
        stop = position &+ 8
        if ByteWord.brackets(eight) == 0 {
          odd ^= ByteWord.others(eight ^ ByteWord.quotes)
          position = stop
          continue
        }
      }
      isInString = isInString != (odd.nonzeroBitCount & 1 == 1)
      odd = 0
      while position < stop {
        let byte = bytes.byte(position)
        position &+= 1
        if byte == UInt8(ascii: "\"") {
          isInString.toggle()
        } else if isInString {
          if byte == UInt8(ascii: "\\") { position &+= 1 }
        } else if byte | 0x20 == UInt8(ascii: "{") {
          depth &+= 1
        } else if byte | 0x20 == UInt8(ascii: "}") {
          depth &-= 1
          if depth == 0 { return position }
        }
      }
    }
    isInString = isInString != (odd.nonzeroBitCount & 1 == 1)
    // A backslash at the end makes the position exceed the end by one.
    isEscaped = position > end
    self.depth = depth
    self.isInString = isInString
    return nil
  }

  private mutating func endOfString(_ bytes: RawSpan, _ position: inout Int, _ end: Int) -> Bool {
    if isEscaped, position < end {
      isEscaped = false
      position &+= 1
    }
    while true {
      position = bytes.endOfPlainText(from: position, to: end)
      guard position < end else { return false }
      if bytes.byte(position) == UInt8(ascii: "\"") {
        position &+= 1
        return true
      }
      guard position &+ 1 < end else {
        isEscaped = true
        return false
      }
      position &+= 2
    }
  }
}
