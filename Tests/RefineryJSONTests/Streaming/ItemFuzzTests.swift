import FoundationEssentials
import RefineryJSON
import RefineryTesting
import TestSupport
import Testing

/// Random documents, some of them broken, cut at random, against the decoder of whole documents.
@Suite struct ItemFuzzTests {
  struct Around: Decodable {
    struct Data: Decodable { var items: [Anything] }
    var data: Data
  }

  @Test("A streamed array gives the same items and errors as the whole document", .afterTheRush)
  func arrays() async {
    var random = Random(seed: 1)
    for number in 0..<3000 {
      await Task.yield()  // Other tests use the same threads.
      let isInside = Bool.random(using: &random)
      var text = "[\(random.items().joined(separator: ","))]"
      if isInside { text = #"{"x":\#(random.value(2)),"data":{"y":\#(random.value(1)),"items" :\#(text)},"data":4}"# }
      let bytes = random.broken(text)
      let heard = StreamOutcome<Anything>(isInside ? .array(at: ["data", "items"]) : .array(), bytes, cuts: random.cuts(bytes))
      {
        JSONItemDecoder($0, limit: $1)
      }
      let whole = Result {
        isInside
          ? try JSONModelDecoder().decode(Around.self, from: Data(bytes)).data.items
          : try JSONModelDecoder().decode([Anything].self, from: Data(bytes))
      }
      let shown = Comment(rawValue: "case \(number): \(String(decoding: bytes, as: UTF8.self))")
      switch whole {
      case .success(let items): #expect(heard.items == items && heard.faults.isEmpty && heard.end == nil, shown)
      case .failure: #expect(!heard.faults.isEmpty || heard.end != nil, shown)
      }
    }
  }

  @Test(
    "Each line and each text of a sequence gives the same result as a document of its own", .afterTheRush,
    arguments: [true, false])
  func texts(isLines: Bool) async {
    var random = Random(seed: 2)
    for number in 0..<2000 {
      await Task.yield()  // Other tests use the same threads.
      let items = random.items().map { $0.filter { $0 != "\n" || !isLines } }
      // What does not end itself is whole only with space behind it.
      let text = items.map { isLines ? $0 + "\n" : "\u{1E}" + $0 + "\n" }.joined()
      let bytes = random.broken(text)
      let heard = StreamOutcome<Anything>(isLines ? .lines : .sequence, bytes, cuts: random.cuts(bytes)) {
        JSONItemDecoder($0, limit: $1)
      }
      var expected: [Anything] = []
      for part in bytes.split(separator: isLines ? 0x0A : 0x1E).reversed() {
        guard let value = try? JSONModelDecoder().decode(Anything.self, from: Data(part)) else { continue }
        let space: Set<UInt8> = [0x20, 0x0A, 0x0D, 0x09]
        let ends: Set<UInt8> = [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\"")]
        if !isLines, let last = part.last, !space.contains(last), !ends.contains(last) { continue }
        expected.insert(value, at: 0)
      }
      // A sequence begins with a separator; without it the first text is of no use.
      if !isLines, let first = bytes.first, first != 0x1E { continue }
      let shown = Comment(rawValue: "case \(number): \(String(decoding: bytes, as: UTF8.self))")
      #expect(heard.items == expected, shown)
    }
  }

  /// Numbers and documents that are the same for the same seed.
  struct Random: RandomNumberGenerator {
    private var numbers: SeededRandom
    init(seed: UInt64) { numbers = SeededRandom(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func items() -> [String] { (0..<Int.random(in: 0...12, using: &self)).map { _ in value(3) } }

    mutating func value(_ depth: Int) -> String {
      let space = [" ", "", "", "", "\n", "\t "].randomElement(using: &self) ?? ""
      switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &self) {
      case 0: return space + "null"
      case 1: return space + (Bool.random(using: &self) ? "true" : "false") + space
      case 2: return space + "\(Int.random(in: -1_000_000...1_000_000, using: &self))"
      case 3: return "\(Double.random(in: -1...1, using: &self))" + space
      case 4, 5: return space + text()
      case 6: return "[" + (0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth - 1) }.joined(separator: ",") + "]"
      default:
        let members = (0..<Int.random(in: 0...5, using: &self)).map { _ in text() + space + ":" + value(depth - 1) }
        return "{" + members.joined(separator: ",") + space + "}"
      }
    }

    private mutating func text() -> String {
      let parts = [
        "a", "long plain text without anything", "\\\"", "\\\\", "é", "😀", "\\u00e9", "[", "]}", "{", ",", "\\n", "|",
      ]
      return "\"" + (0..<Int.random(in: 0...6, using: &self)).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
        + "\""
    }

    /// The bytes of a text, half of the times with a few of them changed, doubled or dropped.
    mutating func broken(_ text: String) -> [UInt8] {
      var bytes = Array(text.utf8)
      guard Bool.random(using: &self) else { return bytes }
      for _ in 0..<Int.random(in: 1...2, using: &self) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &self)
        let byte = Array("{}[]\",:\\ n1-x".utf8).randomElement(using: &self) ?? 0x20
        switch Int.random(in: 0..<3, using: &self) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      return bytes
    }

    mutating func cuts(_ bytes: [UInt8]) -> [Int] {
      (0..<Int.random(in: 0...8, using: &self)).map { _ in Int.random(in: 0...bytes.count, using: &self) }
    }
  }
}
