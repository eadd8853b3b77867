import FoundationEssentials
import RefineryJSON

/// Items read from pieces of 64 KiB, against the same document decoded whole: `streams`.
enum Streams {
  static func run() throws {
    print(padded("stream", 28), padded("whole", 24), padded("item by item", 24), "ratio")
    let users = Documents.list(10_000, Documents.user)
    try compare("list 2.3 MB", User.self, users)
    try compare("direct list 2.3 MB", DirectUser.self, users)
    try compare(
      "direct in envelope", DirectUser.self, "{\"page\":1,\"data\":\(users)}", .array(at: ["data"]), whole: DirectPage.self)
    try compare("direct lines", DirectUser.self, users, .lines)
    try compare("direct list in 16 KiB", DirectUser.self, users, piece: 16 * 1024)
    try compare("direct list in 1 KiB", DirectUser.self, users, piece: 1024)
    try compare("numbers", Double.self, Documents.list(200_000) { "\($0).\($0)" })
    try compare("points", [Double].self, Documents.list(100_000) { "[\($0).5,\($0).25]" })
    let prose = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)
    try compare("prose", Text.self, Documents.list(1000) { "{\"title\":\"\($0)\",\"body\":\"\(prose)\"}" })
    let escaped = String(repeating: #"Line \"one\"\nTab\tand a \\ path \u00e9\u4f60 "#, count: 6)
    try compare("escapes", Text.self, Documents.list(5000) { "{\"title\":\"\($0)\",\"body\":\"\(escaped)\"}" })
  }

  private static func compare<Item: Decodable>(
    _ name: String, _ type: Item.Type, _ text: String, _ format: JSONItemFormat = .array(), piece: Int = 64 * 1024
  ) throws {
    try compare(name, type, text, format, piece: piece, whole: [Item].self)
  }

  private static func compare<Item: Decodable, Whole: Decodable>(
    _ name: String, _ type: Item.Type, _ text: String, _ format: JSONItemFormat, piece: Int = 64 * 1024, whole: Whole.Type
  ) throws {
    let data = Data(text.utf8)
    var streamed = data
    if format == .lines {
      streamed = Data(text.dropFirst().dropLast().replacing("},{\"id\"", with: "}\n{\"id\"").utf8)
    }
    let pieces = stride(from: 0, to: streamed.count, by: piece).map { Data(streamed[$0..<min($0 + piece, streamed.count)]) }
    let decoder = JSONModelDecoder()
    let results = try measure(
      rounds: 15,
      [
        { try withExtendedLifetime(decoder.decode(whole, from: data)) { 1 } },
        {
          var items = JSONItemDecoder<Item>(format)
          var count = 0
          for piece in pieces {
            items.push(piece)
            while try items.next() != nil { count += 1 }
          }
          items.finish()
          while try items.next() != nil { count += 1 }
          return count
        },
      ], max(1, 20_000_000 / data.count))
    let columns = results.map { result in
      padded("\(fixed(Double(data.count) / result.seconds / 1e6, 1)) MB/s \(result.allocations) allocs", 24)
    }
    print(padded(name, 28), columns.joined(separator: " "), fixed(results[0].seconds / results[1].seconds, 2))
  }
}
