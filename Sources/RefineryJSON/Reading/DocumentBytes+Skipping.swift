extension DocumentBytes {
  /// Returns the offset after the value at an offset; nil if the structure of the value is wrong, or if it is nested too deep.
  func endOfValue(from start: Int, depth: Int) -> Int? {
    var position = start
    switch skipSpace(&position) {
    case UInt8(ascii: "\""): return (try? endOfString(from: position &+ 1)).map { $0.end &+ 1 }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return endOfNumber(from: position).end
    case UInt8(ascii: "t") where eight(position) & 0xFFFF_FFFF == 0x6575_7274: return position &+ 4
    case UInt8(ascii: "n") where eight(position) & 0xFFFF_FFFF == 0x6C6C_756E: return position &+ 4
    case UInt8(ascii: "f") where eight(position) & 0xFF_FFFF_FFFF == 0x65_736C_6166: return position &+ 5
    case UInt8(ascii: "{") where depth < DocumentScanner.maximumDepth: return endOfContainer(position, isObject: true, depth)
    case UInt8(ascii: "[") where depth < DocumentScanner.maximumDepth: return endOfContainer(position, isObject: false, depth)
    default: return nil
    }
  }

  private func endOfContainer(_ start: Int, isObject: Bool, _ depth: Int) -> Int? {
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var position = start &+ 1
    var isFirst = true
    while skipSpace(&position) != close {
      if !isFirst {
        guard byte(position) == UInt8(ascii: ",") else { return nil }
        position &+= 1
        if skipSpace(&position) == close { break }
      }
      isFirst = false
      if isObject {
        guard byte(position) == UInt8(ascii: "\""), let name = try? endOfString(from: position &+ 1) else { return nil }
        position = name.end &+ 1
        guard skipSpace(&position) == UInt8(ascii: ":") else { return nil }
        position &+= 1
      }
      guard let end = endOfValue(from: position, depth: depth &+ 1) else { return nil }
      position = end
    }
    return position &+ 1
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
