extension SnakeCase {
  /// The name that `KeyEncodingStrategy.convertToSnakeCase` makes: `imageURLString` becomes `image_url_string`.
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
        // Several capitals are a word, but for the last one, with which the next word begins.
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
