import HTTPTypes
public import RefineryCore

extension Request {
  /// Returns this request as a curl command, for a terminal or a bug report.
  ///
  /// By default it is redacted. It is one line, quoted for any POSIX shell. A body that is large, binary or a stream, or that
  /// cannot be shown, is read from standard input: `--data-binary @-`.
  ///
  /// ```swift
  /// print(try api.makeRequest(for: Person.read(5)).curl())
  /// // curl 'https://api.example/people/5' -H 'authorization: <redacted>'
  /// ```
  /// - Parameters:
  ///   - redaction: what may be shown. With nil, the command works as it is and contains every secret; never log it.
  ///   - cap: the maximum number of bytes of the body on the command line.
  public func curl(redaction: Redaction? = Redaction(), cap: Int = 4096) -> String {
    var words = ["curl"]
    let hasBody = body?.length != 0 && body != nil
    if head.method == .head {
      words.append("--head")
    } else if head.method != (hasBody ? .post : .get) {
      words += ["-X", Self.quoted(head.method.rawValue)]
    }
    let url =
      redaction?.url(of: self) ?? Redaction.escaped("\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "")")
    // By default, curl expands brackets and braces in a URL.
    if url.contains(where: "[]{}".contains) { words.append("--globoff") }
    words.append(Self.quoted(url))
    // curl sets Content-Length and Transfer-Encoding itself.
    for field in head.headerFields where field.name != .contentLength && field.name != .transferEncoding {
      let value = redaction?.value(of: field) ?? Redaction.escaped(field.value)
      words += ["-H", Self.quoted(value.isEmpty ? "\(field.name.canonicalName);" : "\(field.name.canonicalName): \(value)")]
    }
    if hasBody, let body {
      if head.headerFields[.contentType] == nil { words += ["-H", "content-type:"] }
      if let text = Self.content(body, head.headerFields, redaction, cap) {
        // Unlike --data-binary, --data-raw does not treat a leading @ as the name of a file.
        words += ["--data-raw", Self.quoted(text)]
      } else {
        words += ["--data-binary", "@-"]
      }
    }
    return words.joined(separator: " ")
  }

  /// Returns the body if all of it can be written unchanged on the line.
  private static func content(_ body: Body, _ fields: HTTPFields, _ redaction: Redaction?, _ cap: Int) -> String? {
    if let redaction {
      let shown = redaction.shown(body, fields: fields, cap: cap)
      return shown.isWhole ? shown.text : nil
    }
    guard let data = body.data, data.count <= cap, let text = String(validating: data, as: UTF8.self),
      Redaction.escaped(text) == text
    else { return nil }
    return text
  }

  /// Returns a word that every POSIX shell reads as exactly this text.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: ":"): true
      default: false
      }
    }
    guard !isPlain || word.isEmpty else { return word }
    // Compares scalars, because a quotation mark and a combining mark after it are one `Character`.
    var quoted = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted += "'\\'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
