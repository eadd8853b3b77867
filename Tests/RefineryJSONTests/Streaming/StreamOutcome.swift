import FoundationEssentials

@testable import RefineryJSON

/// What came out of a stream: the items, each fault in place of one, and what ended it.
struct StreamOutcome<Element: Equatable>: Equatable {
  var items: [Element] = []
  var faults: [String] = []
  var end: String?

  /// Reads bytes cut at some places, going on behind faults that allow it.
  init(
    _ format: JSONItemFormat, _ bytes: [UInt8], cuts: [Int] = [], limit: Int = 16 << 20,
    decoder make: (JSONItemFormat, Int) -> JSONItemDecoder<Element>
  ) {
    var decoder = make(format, limit)
    var start = 0
    for cut in cuts.sorted() + [bytes.count] where end == nil {
      decoder.push(Data(bytes[start..<cut]))
      start = cut
      drain(&decoder)
    }
    guard end == nil else { return }
    decoder.finish()
    drain(&decoder)
  }

  private mutating func drain(_ decoder: inout JSONItemDecoder<Element>) {
    while end == nil {
      do {
        guard let item = try decoder.next() else { return }
        items.append(item)
      } catch {
        let text = "\(error.index.map(String.init) ?? "-") \(error)"
        if error.isConfined { faults.append(text) } else { end = text }
      }
    }
  }
}

extension StreamOutcome where Element: Decodable {
  init(_ format: JSONItemFormat, _ text: String, cuts: [Int] = [], limit: Int = 16 << 20) {
    self.init(format, Array(text.utf8), cuts: cuts, limit: limit) { JSONItemDecoder($0, limit: $1) }
  }

  /// The same cut before every byte.
  static func bytewise(_ format: JSONItemFormat, _ text: String) -> StreamOutcome {
    StreamOutcome(format, text, cuts: Array(0..<text.utf8.count))
  }
}
