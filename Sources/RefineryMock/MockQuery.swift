import Foundation

/// The query of a request.
package enum MockQuery {
  /// A key and its value, decoded.
  package struct Item: Sendable, Equatable {
    package var key: String
    package var value: String
  }

  /// The path and the items of a target.
  static func split(_ target: String) -> (path: String, items: [Item]) {
    var target = Substring(target.prefix { $0 != "#" })
    // A proxy's form of a request: the whole URL.
    if let mark = target.firstRange(of: "://"), !target[..<mark.lowerBound].contains("/") {
      target = target[mark.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    let path = String(target.prefix { $0 != "?" })
    let items = target.dropFirst(path.count + 1).split(separator: "&").map { item in
      let key = item.prefix { $0 != "=" }
      return Item(key: decoded(key), value: decoded(item.dropFirst(key.count + 1)))
    }
    return (path.hasPrefix("/") ? path : "/" + path, items)
  }

  private static func decoded(_ text: Substring) -> String {
    let text = String(text).replacing("+", with: " ")
    return text.removingPercentEncoding ?? text
  }

  /// The items as text of a query, percent-encoded.
  static func text(of items: [Item]) -> String {
    items.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(UnicodeScalar(byte)) : "%\(digits.count < 2 ? "0" : "")\(digits)"
    }
    return result
  }
}
