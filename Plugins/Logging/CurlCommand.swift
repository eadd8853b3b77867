import HTTPTypes
public import RefineryCore

/// A request as a curl command, for a terminal or a bug report.
///
/// Redacted unless told otherwise, on one line, and quoted for any POSIX shell. A body that is large, binary, a stream, or
/// that cannot be shown is read from standard input: `--data-binary @-`.
///
/// ```swift
/// print(try api.makeRequest(for: Person.read(5)).curl())
/// // curl 'https://api.example/people/5' -H 'authorization: <redacted>'
/// ```
public struct CurlCommand: Sendable, Hashable, CustomStringConvertible {
  /// The command.
  public let description: String

  /// The command that sends a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - redaction: what may be shown; nil for a command that really works, with every secret in it. Never log that one.
  ///   - cap: the most bytes of body on the command line.
  public init(_ request: Request, redaction: Redaction? = Redaction(), cap: Int = 4096) {
    let head = request.head
    var words = ["curl"]
    let hasBody = request.body?.length != 0 && request.body != nil
    if head.method == .head {
      words.append("--head")
    } else if head.method != (hasBody ? .post : .get) {
      words += ["-X", Self.quoted(head.method.rawValue)]
    }
    let url =
      redaction?.url(of: head) ?? Redaction.escaped("\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "")")
    // curl expands brackets and braces in a URL unless told not to.
    if url.contains(where: "[]{}".contains) { words.append("--globoff") }
    words.append(Self.quoted(url))
    // The last two are curl's own business.
    for field in head.headerFields where field.name != .contentLength && field.name != .transferEncoding {
      let value = redaction?.value(of: field) ?? Redaction.escaped(field.value)
      words += ["-H", Self.quoted(value.isEmpty ? "\(field.name.canonicalName);" : "\(field.name.canonicalName): \(value)")]
    }
    if hasBody, let body = request.body {
      if head.headerFields[.contentType] == nil { words += ["-H", "content-type:"] }
      if let text = Self.content(body, head.headerFields, redaction, cap) {
        // Unlike --data-binary this one does not take a leading @ for a file's name.
        words += ["--data-raw", Self.quoted(text)]
      } else {
        words += ["--data-binary", "@-"]
      }
    }
    description = words.joined(separator: " ")
  }

  /// The body where all of it fits on the line as it is.
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

  /// A word that every POSIX shell reads as this text and nothing else.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: ":"): true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}

extension Request {
  /// This request as a curl command, redacted unless `redaction` is nil.
  public func curl(redaction: Redaction? = Redaction()) -> CurlCommand { CurlCommand(self, redaction: redaction) }
}
