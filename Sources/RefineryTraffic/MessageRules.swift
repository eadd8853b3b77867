import HTTPTypes

/// The rules for a message of any format. Each check returns what is wrong, without content of the file; nil if nothing is.
enum MessageRules {
  /// The most header fields of one message. `HTTPFields` ends the process at 65,535.
  static let mostFields = 1000

  /// Checks the number of fields before another one is added.
  static func fault(fieldCount count: Int) -> String? {
    count < mostFields ? nil : "a message has more than \(mostFields) header fields"
  }

  /// A method is a token (RFC 9110 section 9.1). Any other text could add lines to an `.http` file.
  static func fault(method: String) -> String? {
    HTTPRequest.Method(method) == nil ? "the method is not a token, such as GET" : nil
  }

  /// A line end in a URL could add lines to an `.http` file.
  static func fault(url: String) -> String? {
    url.unicodeScalars.contains(where: isControl) ? "the URL has a control character: percent-encode it" : nil
  }

  /// C0, DEL, C1, and the separators of lines and paragraphs.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}

extension String {
  /// The end of the scheme of a URL and of its `://`; nil if it has none. A query may have another URL.
  var schemeEnd: Index? {
    guard let first = utf8.first, Alphabet.letters.contains(first), let sign = utf8.firstRange(of: "://".utf8),
      utf8[..<sign.lowerBound].allSatisfy(Alphabet.scheme.contains)
    else { return nil }
    return sign.upperBound
  }
}
