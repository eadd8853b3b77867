/// The place in a file that belongs to an index of its text.
struct SecretPlace {
  private(set) var line = 1
  private(set) var column = 1
  private var json: JSONPlace?

  /// - Parameter isJSON: whether to keep a JSON pointer.
  init(isJSON: Bool) { json = isJSON ? JSONPlace() : nil }

  var pointer: String? { json?.pointer }

  /// Goes over one byte.
  mutating func advance(over byte: UInt8, width: UInt8) {
    json?.advance(over: byte, width: width)
    if byte == 0x0A, width == 1 {
      line += 1
      column = 1
    } else if width > 1 || byte & 0xC0 != 0x80 {
      column += Int(width)
    }
  }
}

/// The JSON pointer of a place in a document, or in one of several documents after one another.
///
/// It reads no numbers and no words, only what the pointer needs. What is not JSON has no pointer from there on.
struct JSONPlace {
  private enum Frame {
    case array(Int)
    case object([UInt8])
  }

  private var frames: [Frame] = []
  private var isText = false
  private var isKey = false
  private var expectsKey = false
  private var key: [UInt8] = []
  private var isLost = false

  private static let deepest = 512
  private static let longestKey = 64
  private static let literals = Alphabet("0123456789+-.eEtruefalsn \t\r\n")

  var pointer: String? {
    guard !isLost, !frames.isEmpty else { return nil }
    return frames.map { frame in
      switch frame {
      case .array(let index): return "/\(index)"
      case .object(let key):
        let value = SecretValue(key)
        if key.count > Self.longestKey || value.isRandom(least: 16) || value.isRandomHex(least: 24) { return "/…" }
        let text = String(decoding: key, as: UTF8.self).unicodeScalars.map { scalar in
          scalar == "~" ? "~0" : scalar == "/" ? "~1" : scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
        }
        return "/" + text.joined()
      }
    }.joined()
  }

  mutating func advance(over byte: UInt8, width: UInt8) {
    guard !isLost else { return }
    if isText {
      guard byte == 0x22, width == 1 else {
        if isKey, key.count <= Self.longestKey { key.append(byte) }
        return
      }
      isText = false
      if isKey, !frames.isEmpty { frames[frames.count - 1] = .object(key) }
      return
    }
    switch byte {
    case 0x22:
      isText = true
      isKey = expectsKey
      expectsKey = false
      key = []
      isLost = frames.isEmpty
    case 0x7B:
      frames.append(.object([]))
      expectsKey = true
    case 0x5B:
      frames.append(.array(0))
      expectsKey = false
    case 0x7D, 0x5D:
      isLost = frames.popLast() == nil
      expectsKey = false
    case 0x2C:
      switch frames.last {
      case .array(let index): frames[frames.count - 1] = .array(index + 1)
      case .object: expectsKey = true
      case nil: isLost = true
      }
    case 0x3A: if case .object? = frames.last {} else { isLost = true }
    default:
      // The first bytes of a file may be a byte order mark.
      if frames.isEmpty ? byte > 0x20 && byte < 0x80 : !Self.literals.contains(byte) { isLost = true }
    }
    if frames.count > Self.deepest { isLost = true }
  }
}
