import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Reads an `.http` file line by line.
struct HTTPFileReader {
  struct Line {
    let number: Int
    let text: Substring
  }

  private(set) var exchanges: [TrafficExchange] = []
  var notes: [String] = []
  private var values: HTTPFileVariables
  private let lines: [Line]
  private let readFile: ((String) throws -> Data)?
  private var position = 0

  init(_ text: String, variables: [String: String], readFile: ((String) throws -> Data)?) {
    let bytes = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? text.utf8.dropFirst(3) : text.utf8[...]
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().map { index, line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return Line(number: index + 1, text: Substring(line))
    }
    values = HTTPFileVariables(given: variables)
    self.readFile = readFile
  }

  private func fault(_ line: Line, _ reason: String) -> TrafficError {
    TrafficError(.http, at: "line \(line.number)", reason)
  }

  private var line: Line? { position < lines.count ? lines[position] : nil }

  mutating func read() throws(TrafficError) {
    // A variable may be used before its line.
    for line in lines { values.define(line.text) }
    var title = ""
    while let line {
      position += 1
      let text = line.text.trimmingSpace
      if text.hasPrefix("###") {
        title = String(text.drop { $0 == "#" }.trimmingSpace)
      } else if text.isEmpty || HTTPFileVariables.isDefinition(line.text) {
        continue
      } else if let comment = Self.comment(text) {
        readTag(comment, line, &title)
      } else if text.hasPrefix("< {%") || text.hasPrefix("<{%") {
        skipScript(line, "a script that runs before the request")
      } else if text == "import" || text.hasPrefix("import ") || text.hasPrefix("run ") {
        notes.append("line \(line.number): \(text.prefix { $0 != " " }) of another file is not done")
      } else if text.hasPrefix("<") {
        notes.append("line \(line.number): the script of a file is not run")
      } else {
        try readRequest(line, title)
        title = ""
      }
    }
  }

  private static func comment(_ text: Substring) -> Substring? {
    if text.hasPrefix("//") { return text.dropFirst(2).trimmingSpace }
    return text.hasPrefix("#") ? text.drop { $0 == "#" }.trimmingSpace : nil
  }

  /// `# @name x`, `# @no-redirect`.
  private mutating func readTag(_ comment: Substring, _ line: Line, _ title: inout String) {
    guard comment.hasPrefix("@") else { return }
    let tag = comment.dropFirst().prefix { !$0.isWhitespace && $0 != "=" }
    if tag == "name" {
      title = String(comment.dropFirst(5).drop { $0.isWhitespace || $0 == "=" })
    } else {
      notes.append("line \(line.number): the setting @\(Redaction.escaped(String(tag))) is not kept")
    }
  }

  /// Goes behind the line with `%}`.
  private mutating func skipScript(_ first: Line, _ what: String) {
    notes.append("line \(first.number): \(what) is not run")
    guard !first.text.contains("%}") else { return }
    while let line {
      position += 1
      if line.text.contains("%}") { return }
    }
  }

  // MARK: Requests

  private static let methods: Set<String> = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "LIST", "LOCK", "UNLOCK", "PROPFIND",
    "PROPPATCH", "COPY", "MOVE", "MKCOL", "MKCALENDAR", "ACL", "SEARCH", "QUERY", "PURGE", "LINK", "UNLINK", "REPORT",
  ]

  private mutating func readRequest(_ first: Line, _ title: String) throws(TrafficError) {
    var target = first.text.trimmingSpace
    var method = "GET"
    let word = target.prefix { !$0.isWhitespace }
    if word == "curl" { throw fault(first, "it is a curl command: put it into a file of its own that ends in .sh") }
    if ["GRAPHQL", "WEBSOCKET", "WS", "GRPC", "RSOCKET"].contains(String(word)) {
      throw fault(first, "\(word) requests cannot be converted")
    }
    let rest = target[word.endIndex...].trimmingSpace
    // A host before the version is no method.
    let isMethod = MessageRules.fault(method: String(word)) == nil && !word.contains(".") && !rest.hasPrefix("HTTP/")
    if Self.methods.contains(String(word)) || isMethod && !rest.isEmpty {
      method = String(word)
      target = rest
    }
    var whole = String(target)
    // The URL continues in lines that are indented, or begin with a sign of the query.
    while let next = line, let character = next.text.first {
      let rest = next.text.trimmingSpace
      guard character.isWhitespace || character == "?" || character == "&", !rest.isEmpty else { break }
      position += 1
      whole += rest
    }
    for version in [" HTTP/1.0", " HTTP/1.1", " HTTP/2", " HTTP/2.0", " HTTP/3"] where whole.hasSuffix(version) {
      whole = String(whole.dropLast(version.utf8.count))
    }
    let url = try values.expanded(whole, line: first.number).trimmingSpace.replacing(" ", with: "%20")
    guard !url.isEmpty else { throw fault(first, "the request has no URL") }
    let fields = try readFields()
    let complete = try absolute(String(url), fields, first)
    if let reason = MessageRules.fault(url: complete) { throw fault(first, reason) }
    var exchange = TrafficExchange(method: method, url: complete, headers: fields)
    exchange.name = title
    exchange.body = .data(try readBody(fields))
    exchanges.append(exchange)
  }

  private func absolute(_ url: String, _ fields: HTTPFields, _ line: Line) throws(TrafficError) -> String {
    if url.schemeEnd != nil { return url }
    guard url.hasPrefix("/") || url == "*" else { return "http://\(url)" }
    guard let host = HTTPField.Name("Host").flatMap({ fields[$0] }) else {
      throw fault(line, "the request has neither a host in its URL nor a field Host")
    }
    // As the REST Client does.
    return "\(host.hasSuffix(":443") ? "https" : "http")://\(host)\(url == "*" ? "/*" : url)"
  }

  /// Reads to the empty line before the body, or to the end of the request.
  private mutating func readFields() throws(TrafficError) -> HTTPFields {
    var fields = HTTPFields()
    while let line {
      let text = line.text.trimmingSpace
      if text.hasPrefix("###") { return fields }
      position += 1
      if text.isEmpty { return fields }
      if Self.comment(text) != nil { continue }
      if isAfterRequest(line) {
        position -= 1
        return fields
      }
      guard let colon = text.firstIndex(of: ":") else {
        throw fault(line, "the line is not of the form `Name: value`; an empty line separates the body")
      }
      let name = try values.expanded(String(text[..<colon].trimmingSpace), line: line.number)
      guard let field = HTTPField.Name(name) else { throw fault(line, "the text before the colon is not the name of a field") }
      let value = try values.expanded(String(text[text.index(after: colon)...].trimmingSpace), line: line.number)
      if let reason = MessageRules.fault(fieldCount: fields.count) { throw fault(line, reason) }
      fields.append(HTTPField(name: field, value: field == .authorization ? try authorization(value, line) : value))
    }
    return fields
  }

  /// Both tools encode `Basic name password` and `Basic name:password`.
  private func authorization(_ value: String, _ line: Line) throws(TrafficError) -> String {
    let scheme = value.prefix { $0 != " " }
    let rest = value[scheme.endIndex...].trimmingSpace
    switch scheme.lowercased() {
    case "basic":
      guard let end = rest.firstIndex(where: { $0 == " " || $0 == ":" }) else { return value }
      let pair = "\(rest[..<end]):\(rest[rest.index(after: end)...].trimmingSpace)"
      return "Basic \(Data(pair.utf8).base64EncodedString())"
    case "digest" where rest.contains(" ") && !rest.contains("="):
      throw fault(line, "Digest needs the server's challenge, so the request cannot be converted")
    default: return value
    }
  }

  /// Whether a line belongs to the handling of the response.
  private func isAfterRequest(_ line: Line) -> Bool {
    line.text.hasPrefix("> ") || line.text.hasPrefix(">>") || line.text.hasPrefix("<> ") || line.text.hasPrefix(">{%")
  }

  private mutating func readBody(_ fields: HTTPFields) throws(TrafficError) -> Data {
    let type = fields[.contentType]?.lowercased() ?? ""
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    let lineEnd = type.hasPrefix("multipart/") ? "\r\n" : isForm ? "" : "\n"
    var pieces: [Data] = []
    var isFile = false
    while let line, !line.text.hasPrefix("###") {
      position += 1
      if isAfterRequest(line) {
        skipHandler(line)
      } else if line.text.hasPrefix("< ") || line.text.hasPrefix("<@") {
        isFile = true
        pieces.append(try content(of: line))
      } else {
        let text = try values.expanded(String(line.text), line: line.number)
        pieces.append(Data((isForm ? String(text.trimmingSpace) : text).utf8))
      }
    }
    // Empty lines before the next request are not part of the body.
    while pieces.last?.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) ?? false { pieces.removeLast() }
    let parts = pieces.drop { $0.isEmpty }
    guard let first = parts.first else { return Data() }
    var body = first
    for piece in parts.dropFirst() {
      body.append(contentsOf: lineEnd.utf8)
      body.append(piece)
    }
    // A file is the whole body, or one of several lines.
    if type.hasPrefix("multipart/"), !(isFile && parts.count == 1) { body.append(contentsOf: "\r\n".utf8) }
    return body
  }

  /// `< file` and, with variables, `<@ file`.
  private mutating func content(of line: Line) throws(TrafficError) -> Data {
    let isTemplate = line.text.hasPrefix("<@")
    var path = line.text.dropFirst(isTemplate ? 2 : 1)
    if isTemplate, !path.hasPrefix(" ") {
      // `<@latin1 file`
      let encoding = path.prefix { $0 != " " }
      guard ["utf8", "utf-8"].contains(encoding.lowercased()) else {
        throw fault(line, "the encoding of the file is not UTF-8")
      }
      path = path[encoding.endIndex...]
    }
    let name = try values.expanded(String(path.trimmingSpace), line: line.number)
    guard let readFile else { throw fault(line, "it names the file \(name), and files are not read here") }
    let data: Data
    do { data = try readFile(name) } catch { throw fault(line, "the file \(name) cannot be read") }
    guard isTemplate, let text = String(validating: data, as: UTF8.self) else { return data }
    return Data(try values.expanded(text, line: line.number).utf8)
  }

  private mutating func skipHandler(_ line: Line) {
    let text = line.text
    if text.hasPrefix("<>") {
      notes.append("line \(line.number): the earlier response in a file is not read")
    } else if text.hasPrefix(">>") {
      notes.append("line \(line.number): the response is not written to a file")
    } else if text.dropFirst().trimmingSpace.hasPrefix("{%") {
      skipScript(line, "a response handler")
    } else {
      notes.append("line \(line.number): a response handler is not run")
    }
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmingSpace: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

extension String {
  fileprivate var trimmingSpace: Substring { self[...].trimmingSpace }
}
