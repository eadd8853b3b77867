import Foundation
import RefineryJSON

/// Reads items from pieces, as a network delivers them, and the same document as a whole: `streams`.
enum Streams {
  static var shapes: [Shape] {
    let users = Documents.list(10_000, Documents.user)
    let prose = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)
    let escaped = String(repeating: #"Line \"one\"\nTab\tand a \\ path \u00e9\u4f60 "#, count: 6)
    return [
      shape("list 2.3 MB", User.self, users),
      shape("direct list 2.3 MB", DirectUser.self, users),
      shape(
        "direct in envelope", DirectUser.self, "{\"page\":1,\"data\":\(users)}", .array(at: ["data"]), whole: DirectPage.self),
      shape("direct lines", DirectUser.self, users, .lines),
      shape("direct list in 16 KiB", DirectUser.self, users, piece: 16 * 1024),
      shape("direct list in 1 KiB", DirectUser.self, users, piece: 1024),
      shape("numbers", Double.self, Documents.list(200_000) { "\($0).\($0)" }),
      shape("points", [Double].self, Documents.list(100_000) { "[\($0).5,\($0).25]" }),
      shape("prose", Text.self, Documents.list(1000) { "{\"title\":\"\($0)\",\"body\":\"\(prose)\"}" }),
      shape("escapes", Text.self, Documents.list(5000) { "{\"title\":\"\($0)\",\"body\":\"\(escaped)\"}" }),
    ]
  }

  private static func shape<Item: Decodable>(
    _ name: String, _ type: Item.Type, _ text: String, _ format: JSONItemFormat = .array(), piece: Int = 64 * 1024
  ) -> Shape {
    shape(name, type, text, format, piece: piece, whole: [Item].self)
  }

  private static func shape<Item: Decodable, Whole: Decodable>(
    _ name: String, _ type: Item.Type, _ text: String, _ format: JSONItemFormat, piece: Int = 64 * 1024, whole: Whole.Type
  ) -> Shape {
    Shape(name: name, models: 1, document: { text }) { text in
      let data = Data(text.utf8)
      let lines = format == .lines ? Data(text.dropFirst().dropLast().replacing("},{\"id\"", with: "}\n{\"id\"").utf8) : data
      let pieces = stride(from: 0, to: lines.count, by: piece).map { Data(lines[$0..<min($0 + piece, lines.count)]) }
      let decoder = JSONModelDecoder()
      return [
        Contender(name: "whole") { try withExtendedLifetime(decoder.decode(whole, from: data)) {} },
        Contender(name: "item by item") {
          var items = JSONItemDecoder<Item>(format)
          for piece in pieces {
            items.push(piece)
            while try items.next() != nil {}
          }
          items.finish()
          while try items.next() != nil {}
        },
      ]
    }
  }
}
