import RefineryContracts
import RefineryTesting

/// A malformed HTTP/1.1 response, the same for the same random numbers.
///
/// It starts from a plausible response; each of its parts is replaced, now and then, by one of the odd parts below, and the
/// bytes of some responses are changed at random afterwards.
struct HostileResponse {
  /// Shapes that a transport is known not to survive, left out for it.
  struct Shapes: OptionSet {
    let rawValue: Int
    /// The connection ends early, inside the head or the content.
    static let cuts = Shapes(rawValue: 1)
    /// Lengths near the largest integers.
    static let hugeLengths = Shapes(rawValue: 2)
    /// Fields after a chunked body.
    static let trailers = Shapes(rawValue: 4)
    /// Statuses below 100.
    static let lowStatuses = Shapes(rawValue: 8)
    /// Bytes changed at random, which may give any of the others.
    static let changedBytes = Shapes(rawValue: 16)
    static let all: Shapes = [.cuts, .hugeLengths, .trailers, .lowStatuses, .changedBytes]
  }

  private(set) var bytes: [UInt8]
  private(set) var ending: LoopbackConnection.Ending

  init(of shapes: Shapes, using random: inout SeededRandom) {
    var text = ""
    if Self.happens(8, &random) { text += Self.interims.randomElement(using: &random) ?? "" }
    var statuses = Self.statuses
    if shapes.contains(.lowStatuses) { statuses += Self.lowStatuses }
    text += Self.happens(3, &random) ? statuses.randomElement(using: &random) ?? "" : "HTTP/1.1 200 OK\r\n"
    if Self.happens(4, &random) { text += Self.folds.randomElement(using: &random) ?? "" }
    for _ in 0..<Int.random(in: 0...4, using: &random) { text += Self.fields.randomElement(using: &random) ?? "" }
    text += Self.content(of: shapes, using: &random)
    bytes = Array(text.utf8)
    ending = .close
    if Self.happens(20, &random), let place = bytes.indices.randomElement(using: &random) {
      bytes.insert(contentsOf: [UInt8](repeating: 0x61, count: Int.random(in: 1000...300_000, using: &random)), at: place)
    }
    if shapes.contains(.changedBytes), Self.happens(3, &random) { change(using: &random) }
    let isWhole = !shapes.contains(.cuts) || !Self.happens(6, &random)
    if !isWhole { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
    ending = isWhole && Self.happens(3, &random) ? .keepAlive : Self.happens(10, &random) ? .reset : .close
  }

  /// Once in so many times.
  private static func happens(_ times: Int, _ random: inout SeededRandom) -> Bool {
    Int.random(in: 0..<times, using: &random) == 0
  }

  private mutating func change(using random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      guard let place = bytes.indices.randomElement(using: &random) else { return }
      let odd: [UInt8] = [
        0, 0x09, 0x0A, 0x0D, 0x20, 0x3A, 0x3B, 0x2D, 0x30, 0x39, 0x7F, 0x80, 0xFF,
        UInt8.random(in: .min ... .max, using: &random),
      ]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = odd.randomElement(using: &random) ?? 0
      case 1: bytes.insert(odd.randomElement(using: &random) ?? 0, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
      default:
        bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + Int.random(in: 1...60, using: &random))], at: place)
      }
    }
  }

  /// The fields that frame the content, an empty line, and the content.
  private static func content(of shapes: Shapes, using random: inout SeededRandom) -> String {
    guard !happens(3, &random) else { return chunked(of: shapes, using: &random) }
    guard happens(2, &random) else { return "Content-Length: 5\r\n\r\nhello" }
    let lengths = Self.lengths + (shapes.contains(.hugeLengths) ? Self.hugeLengths : [])
    return (lengths.randomElement(using: &random) ?? "") + "\r\n"
      + (["", "hello", "hel", "hello and more"].randomElement(using: &random) ?? "")
  }

  private static func chunked(of shapes: Shapes, using random: inout SeededRandom) -> String {
    var text = Self.codings.randomElement(using: &random) ?? ""
    if happens(8, &random) { text += "Content-Length: 5\r\n" }
    text += "\r\n"
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      text += happens(3, &random) ? Self.chunks.randomElement(using: &random) ?? "" : "5\r\nhello\r\n"
    }
    if shapes.contains(.hugeLengths), happens(10, &random) { text += "7fffffffffffffff\r\nhello\r\n" }
    text += happens(6, &random) ? "" : "0\r\n"
    if shapes.contains(.trailers), happens(3, &random) { text += Self.trailers.randomElement(using: &random) ?? "" }
    return text + (happens(8, &random) ? "" : "\r\n")
  }
}

extension HostileResponse {
  fileprivate static let interims = [
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
    "HTTP/1.1 102 Processing\r\n X-Folded: a\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "HTTP/1.1 199 \r\nContent-Length: 5\r\n\r\n",
    String(repeating: "HTTP/1.1 103 Early Hints\r\nX-A: a\r\n\r\n", count: 50), "\r\n\r\n",
  ]

  fileprivate static let statuses = [
    "HTTP/1.1 200\r\n", "HTTP/1.1 204 No Content\r\n", "HTTP/1.1 304 Not Modified\r\n", "HTTP/1.1 205 Reset\r\n",
    "HTTP/1.1 600 Odd\r\n",
    "HTTP/1.1 999 Odd\r\n", "HTTP/1.1 1000 Odd\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 -200 OK\r\n",
    "HTTP/1.1 2a0 OK\r\n", "HTTP/1.1  200 OK\r\n", "HTTP/1.1\t200 OK\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/0.9 200 OK\r\n",
    "HTTP/2.0 200 OK\r\n", "HTTP/2 200\r\n", "HTTP/3 200\r\n", "HTTP/1.2 200 OK\r\n", "HTTP/11.1 200 OK\r\n",
    "HTTP/1.1 200 \u{0}OK\r\n",
    "http/1.1 200 OK\r\n", "ICY 200 OK\r\n", "HTTP/1.1 200 OK\n", "HTTP/1.1 200 OK\r", "HTTP 200 OK\r\n", "HTTP/1.1 \r\n",
    "\r\n", "\u{0}\r\n",
    "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n",
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: ,,Basic ,=\r\n",
    "HTTP/1.1 417 Expectation Failed\r\n", "HTTP/1.1 301 Moved\r\nLocation: //\r\n",
  ]

  fileprivate static let lowStatuses = [
    "HTTP/1.1 000 Zero\r\n", "HTTP/1.1 001 One\r\n", "HTTP/1.1 099 Low\r\n", "HTTP/1.1 0 Zero\r\n", "HTTP/1.1 99 Low\r\n",
  ]

  fileprivate static let folds = [
    " X-Folded: a\r\n", "\tX-Folded: a\r\n", " \r\n", "\t\t\r\n", "X-Folded: a\r\n b\r\n\tc\r\n", " a\r\n b\r\n", " : \r\n",
    String(repeating: " folded\r\n", count: 200),
  ]

  fileprivate static let fields = [
    "X-A: a\r\n", "X-Empty:\r\n", ":\r\n", ": no name\r\n", "no colon\r\n", "X Space: a\r\n", "X-Space : a\r\n",
    "X-Null: a\u{0}b\r\n",
    "X-Bell: \u{7}\r\n", "X-Bare: a\rb\r\n", "X-Latin: gr\u{FC}n\r\n", "Connection: close\r\n",
    "Connection: keep-alive, close\r\n",
    "Connection: Upgrade\r\nUpgrade: h2c\r\n", "Content-Encoding: gzip\r\n", "Content-Encoding: identity, br\r\n",
    "Set-Cookie: =\r\n",
    "Content-Range: bytes 0-4/-1\r\n", "Content-Type: \r\n", "Alt-Svc: h2=\":1\"\r\n", "Retry-After: -1\r\n",
    "Trailer: X-T\r\n",
    "Location: http://[::1\r\n", "\u{0}: \u{0}\r\n", "X-Line: a\n", "Transfer-Encoding: identity\r\n",
    "X-Long: \(String(repeating: "l", count: 20_000))\r\n", String(repeating: "X-Many: m\r\n", count: 300),
  ]

  fileprivate static let lengths = [
    "", "Content-Length: 0\r\n", "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 3\r\n",
    "Content-Length: 5, 5\r\n", "Content-Length: 5, 3\r\n", "Content-Length: -5\r\n", "Content-Length: +5\r\n",
    "Content-Length: 5x\r\n",
    "Content-Length: 0x5\r\n", "Content-Length: \r\n", "Content-Length:5\r\n", "Content-Length: 05\r\n",
    "Content-Length: 5\r\n 0\r\n",
    "Content-Length: 1000\r\n", "Content-Length: 4\r\n", "Content-Length: 5.0\r\n", "content-length: 5;\r\n",
  ]

  fileprivate static let hugeLengths = [
    "Content-Length: 9223372036854775807\r\n", "Content-Length: 9223372036854775808\r\n",
    "Content-Length: 18446744073709551621\r\n",
    "Content-Length: 99999999999999999999999999\r\n", "Content-Length: -9223372036854775808\r\n",
  ]

  fileprivate static let codings = [
    "Transfer-Encoding: chunked\r\n", "transfer-encoding: Chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
    "Transfer-Encoding: chunked, chunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding:\r\n chunked\r\n",
    "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: \u{B}chunked\r\n", "Transfer-Encoding: xchunked\r\n",
  ]

  fileprivate static let chunks = [
    "5;a=b\r\nhello\r\n", "5 \r\nhello\r\n", "05\r\nhello\r\n", "5\nhello\n", "-5\r\nhello\r\n", "g\r\nhello\r\n",
    "\r\nhello\r\n", "6\r\nhello\r\n",
    "4\r\nhello\r\n", "0x5\r\nhello\r\n", "5;\(String(repeating: "e", count: 9000))\r\nhello\r\n", "ffffffff\r\nhello\r\n",
    "00000000000000005\r\nhello\r\n",
    "5\r\nhello", "\u{0}\r\n", "5\r\r\nhello\r\n",
  ]

  fileprivate static let trailers = [
    "X-T: t\r\n", "Content-Length: 3\r\n", " folded\r\n", "no colon\r\n", ":\r\n", "X-T: a\u{0}b\r\n",
    "Transfer-Encoding: chunked\r\n",
    String(repeating: "X-T: t\r\n", count: 200), "X-T: \(String(repeating: "t", count: 5000))\r\n",
  ]
}
