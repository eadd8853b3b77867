import FoundationEssentials
public import HTTPTypes

/// A body as a log or a command line may show it: redacted, cut, on one line.
public struct ShownBody: Sendable, Equatable, CustomStringConvertible {
  /// The redacted content; nil where it cannot be shown at all.
  public let text: String?
  /// Whether ``text`` is the whole content, unchanged but for what is redacted.
  public let isWhole: Bool
  /// The text, or what there is in its place, such as `<1234 bytes image/png>`, `<stream>`, `<unparsable JSON, 12 bytes>`.
  public let description: String

  fileprivate init(instead description: String) {
    text = nil
    isWhole = false
    self.description = Redaction.escaped(description)
  }

  fileprivate init(_ full: String, cap: Int, size: Int, isComplete: Bool = true) {
    let cut = full.cut(toBytes: cap)
    let shown = Redaction.escaped(String(cut))
    let isCut = !isComplete || cut.utf8.count < full.utf8.count
    text = shown
    isWhole = !isCut && shown == full
    description = isCut ? "\(shown)… <\(size) bytes in all>" : shown
  }
}

extension Redaction {
  /// Larger JSON is not parsed for showing a few kilobytes of it.
  private static let parseLimit = 256 * 1024
  /// How much text beyond the cap is looked at, in bytes, to find the end of a character.
  private static let longestCharacter = 64

  /// A body as a log may show it. Never reads a stream or a file.
  ///
  /// JSON and forms are redacted by ``secretMembers``; JSON that does not parse is not shown. Other textual types (`text/*`,
  /// XML) are shown as they are, for nothing in them can be told to be a secret; everything else by its size alone.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - fields: the header fields that describe the body.
  ///   - cap: the most bytes to show, from 0 to 262,144; another number is taken as the nearer of the two.
  public func shown(_ body: Body, fields: HTTPFields, cap: Int = 4096) -> ShownBody {
    let cap = min(max(cap, 0), Self.parseLimit)
    let type = String((fields[.contentType] ?? "").prefix { $0 != ";" }.prefix(100)).lowercased().filter { $0 != " " }
    guard let data = body.data else {
      let kind = body.file == nil ? "stream" : "file"
      return ShownBody(instead: "<\(kind)\(body.length.map { ", \($0) bytes" } ?? "")\(type.isEmpty ? "" : " \(type)")>")
    }
    guard !data.isEmpty else { return ShownBody("", cap: cap, size: 0) }
    let coding = (fields[.contentEncoding] ?? "identity").lowercased()
    let size = "<\(data.count) bytes\(type.isEmpty ? "" : " \(type)")"
    guard coding == "identity" else { return ShownBody(instead: "\(size), \(coding.prefix(100))>") }
    switch Content(type: type, firstByte: data.first { $0 > 0x20 && !byteOrderMark.contains($0) }) {
    case .json where data.count > Self.parseLimit:
      return ShownBody(instead: "\(size)>")
    case .json:
      guard let text = json(data) else { return ShownBody(instead: "<unparsable JSON, \(data.count) bytes>") }
      return ShownBody(text, cap: cap, size: data.count)
    case .form:
      guard let text = data.text(first: cap + Self.longestCharacter) else { return ShownBody(instead: "\(size)>") }
      return ShownBody(form(text), cap: cap, size: data.count, isComplete: data.count <= cap + Self.longestCharacter)
    case .text:
      guard let text = data.text(first: cap + Self.longestCharacter) else { return ShownBody(instead: "\(size)>") }
      return ShownBody(text, cap: cap, size: data.count, isComplete: data.count <= cap + Self.longestCharacter)
    case .binary:
      return ShownBody(instead: "\(size)>")
    }
  }

  /// A URL-encoded form (`a=b&c=d`) with the values of secret members hidden.
  public func form(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return pair.isEmpty ? "" : Self.mark }
      let key = pair[..<equals]
      // Brackets are the only escapes that a harmless name has: whatever else is escaped might spell a secret one.
      let name = key.lowercased().replacing("%5b", with: "[").replacing("%5d", with: "]")
      // The authorization code of OAuth is a credential in a form; `code` in JSON is nearly always an error code.
      let isHidden =
        name == "code" || name.contains("%")
        || name.split(whereSeparator: "[].".contains).contains { isSecret(member: String($0)) }
      return isHidden ? "\(key)=\(Self.mark)" : String(pair)
    }.joined(separator: "&")
  }

  /// JSON text with the values of secret members hidden at any depth; nil when it does not parse.
  func json(_ data: Data) -> String? {
    (try? RawJSON(parsing: data)).map { redacted($0).text() }
  }

  /// A JSON value with the values of secret members hidden at any depth, also in JSON within strings.
  public func redacted(_ value: RawJSON) -> RawJSON {
    switch value {
    case .array(let elements):
      return .array(elements.map(redacted))
    case .object(let members):
      // `{"op":"replace","path":"/password","value":…}` and `{"name":"token","value":…}` name their member in another.
      let namesSecret = ["path", "name", "key", "field"].contains { label in
        guard case .string(let named)? = members[label] else { return false }
        return named.split { $0 == "/" || $0 == "." }.last.map { isSecret(member: String($0)) } ?? false
      }
      return .object(
        RawJSON.Object(
          members.map { name, value in
            let isHidden = isSecret(member: name) || (namesSecret && name == "value")
            return (key: name, value: isHidden ? .string(Self.mark) : redacted(value))
          }))
    case .string(let text) where text.first == "{" || text.first == "[":
      // JSON within a string, as queues and webhooks like to carry it.
      return .string(json(Data(text.utf8)) ?? Self.mark)
    default:
      return value
    }
  }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

private enum Content {
  case json, form, text, binary

  /// What a content type promises. Content that begins like JSON is taken for JSON whatever text it claims to be, so that
  /// a wrong type reveals nothing.
  init(type: String, firstByte: UInt8?) {
    let looksLikeJSON = firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
    let subtype = type.split(separator: "/").last ?? ""
    switch subtype {
    case "json",
      _ where subtype.hasSuffix("+json"):
      self = .json
    case "x-www-form-urlencoded": self = .form
    case "xml",
      _ where subtype.hasSuffix("+xml"):
      self = looksLikeJSON ? .json : .text
    case _ where type.hasPrefix("text/"): self = looksLikeJSON ? .json : .text
    default: self = type.isEmpty && looksLikeJSON ? .json : .binary
    }
  }
}

extension Data {
  /// The first bytes as text; nil when they are not UTF-8 text.
  fileprivate func text(first limit: Int) -> String? {
    var bytes = prefix(limit)
    if bytes.count < count {
      // A character that the cut has split is left out.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension String {
  /// The longest beginning of at most so many bytes that ends between two characters, or at least between two scalars.
  fileprivate func cut(toBytes cap: Int) -> Substring {
    guard utf8.count > cap else { return self[...] }
    let limit = utf8.index(startIndex, offsetBy: cap)
    var end = limit
    for _ in 0..<64 where String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    if String.Index(end, within: self) != nil { return self[..<end] }
    end = limit
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }
}
