import FoundationEssentials

/// The conversions of `convertFromSnakeCase` and `convertToSnakeCase`.
enum SnakeCase {
  /// Returns the key for a name, like `KeyDecodingStrategy.convertFromSnakeCase`: `one_two` becomes `oneTwo`. Underscores at
  /// both ends remain.
  static func camelCase(of name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
      return name
    }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// Returns the name for a key, like `KeyEncodingStrategy.convertToSnakeCase`: `imageURLString` becomes `image_url_string`.
  static func snakeCase(of key: String) -> String {
    guard !key.isEmpty else { return key }
    var words: [Substring] = []
    var start = key.startIndex
    var search = key.index(after: start)
    while let upper = key.unicodeScalars[search...].firstIndex(where: { isUpper($0) }) {
      words.append(key[start..<upper])
      guard let lower = key.unicodeScalars[upper...].firstIndex(where: { $0.properties.generalCategory == .lowercaseLetter })
      else {
        start = upper
        break
      }
      if lower == key.index(after: upper) {
        start = upper
      } else {
        // Several capitals form one word, except for the last capital, which begins the next word.
        let last = key.index(before: lower)
        words.append(key[upper..<last])
        start = last
      }
      search = key.unicodeScalars.index(after: lower)
    }
    words.append(key[start...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }
}
