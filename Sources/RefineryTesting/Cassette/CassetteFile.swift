import FoundationEssentials
import HTTPTypes
import RefineryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The form of a cassette on disk: one JSON document with a line for each member and header field. Its order depends only on
/// the recorded exchanges.
struct CassetteFile {
  static let version = 1

  let url: URL

  var name: String { url.lastPathComponent }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Errors show only the scheme of a URL and the end of its path.
  func check() throws(CassetteError) {
    guard !url.isFileURL else { return }
    let start = url.scheme.map { "begins with \(Redaction.escaped($0)):" } ?? "has no scheme"
    throw unusable("has to be a file, and its URL \(start); use URL(filePath:)")
  }

  /// Creates the folder, and checks that the file can be written before anything is sent.
  func prepare() throws(CassetteError) {
    var isFolder: Bool { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) != nil }
    guard !isFolder else { throw unusable("cannot be written: it is a folder") }
    try writing {
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let trial = folder.appending(path: ".\(UUID().uuidString)")
      try Data().write(to: trial)
      try FileManager.default.removeItem(at: trial)
    }
  }

  private func writing(_ work: () throws -> Void) throws(CassetteError) {
    do { try work() } catch {
      let system = (error as? CocoaError)?.underlying as? POSIXError ?? error as? POSIXError
      let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? ErrorSummary.text(of: error)
      throw unusable("cannot be written: \(reason)")
    }
  }

  private func unusable(_ reason: String) -> CassetteError { .unusable(file: name, reason: reason) }

  private func unreadable(_ reason: String) -> CassetteError { unusable("cannot be read: \(reason)") }

  func read() throws(CassetteError) -> [CassetteEntry] {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw unreadable(exists ? "it cannot be opened" : "there is no such file")
    }
    return try entries(in: data)
  }

  /// The exchanges of a document.
  func entries(in data: Data) throws(CassetteError) -> [CassetteEntry] {
    let json: JSONValue
    do { json = try JSONValue(parsing: data) } catch {
      throw unreadable("it is not JSON: \(ErrorSummary.text(of: error))")
    }
    guard let version = json["cassette"]?.int else {
      throw unreadable("it is not a cassette: `cassette`, the version, is missing")
    }
    guard version <= Self.version else {
      throw unusable("is of version \(version), and this package reads versions up to \(Self.version)")
    }
    guard version > 0, let exchanges = json["exchanges"]?.array else {
      throw unreadable("`exchanges` is missing")
    }
    var entries: [CassetteEntry] = []
    for (index, exchange) in exchanges.enumerated() {
      do { entries.append(try CassetteEntry(json: exchange)) } catch {
        throw unreadable("exchange \(index + 1): \(error.reason)")
      }
    }
    return entries
  }

  func remove() throws(CassetteError) {
    guard exists else { return }
    try writing { try FileManager.default.removeItem(at: url) }
  }

  func write(_ entries: [CassetteEntry]) throws(CassetteError) {
    try writing {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Self.document(of: entries).write(to: url, options: .atomic)
    }
  }

  /// The document with these exchanges.
  static func document(of entries: [CassetteEntry]) -> Data {
    let json: JSONValue = ["cassette": .number(version), "exchanges": .array(entries.map(\.json))]
    return Data((json.text(pretty: true) + "\n").utf8)
  }
}

/// A fault in one exchange of a file.
struct CassetteFault: Error {
  let reason: String
}

extension CassetteEntry {
  var json: JSONValue {
    var side = CassetteEntry.members(request.headers, request.content)
    let line: [JSONValue.Object.Member] = [("method", .string(request.method)), ("url", .string(request.url))]
    var members: [JSONValue.Object.Member] = [("row", .string(request.row)), ("request", .object(line + side))]
    switch outcome {
    case .response(let head, let content, let isCut):
      var status: [JSONValue.Object.Member] = [("status", .number(head.status.code))]
      if head.status.reasonPhrase != HTTPResponse.Status(code: head.status.code).reasonPhrase {
        status.append(("reason", .string(head.status.reasonPhrase)))
      }
      side = CassetteEntry.members(head.headerFields, content)
      if isCut { side.append(("cut", true)) }
      members.append(("response", .object(status + side)))
    case .failure(let error):
      members.append(
        (
          "failure",
          [
            "code": .string(error.code.description), "phase": .string(error.phase.rawValue), "reason": .string(error.reason),
          ]
        ))
    }
    if !hidden.isEmpty { members.append(("hidden", .array(hidden.map { .string($0) }))) }
    return .object(members)
  }

  private static func members(_ fields: HTTPFields, _ content: CassetteContent) -> [JSONValue.Object.Member] {
    var members: [JSONValue.Object.Member] = [
      ("headers", .array(fields.map { .string("\($0.name.rawName): \($0.value)") }))
    ]
    switch content {
    case .text(""): break
    case .text(let text): members.append(("text", .string(text)))
    case .bytes(let data): members.append(("base64", .string(data.base64EncodedString())))
    case .withheld(let length, let reason):
      members.append(("withheld", ["bytes": .number(length), "reason": .string(reason)]))
    }
    return members
  }

  init(json: JSONValue) throws(CassetteFault) {
    hidden = json["hidden"]?.array?.compactMap(\.string) ?? []
    let side = try json.member("request", \.object, "an object")
    let sent = JSONValue.object(side)
    request = CassetteRequest(
      row: json["row"]?.string ?? "", method: try sent.member("method", \.string, "text"),
      url: try sent.member("url", \.string, "text"), headers: try sent.headers(), content: try sent.content())
    if let failure = json["failure"] {
      guard let phase = TransportError.Phase(rawValue: try failure.member("phase", \.string, "text")) else {
        throw CassetteFault(reason: "`phase` is unknown")
      }
      outcome = .failure(
        TransportError(
          TransportError.Code(try failure.member("code", \.string, "text")), phase: phase,
          reason: failure["reason"]?.string ?? ""))
      return
    }
    let response = JSONValue.object(try json.member("response", \.object, "an object"))
    let code = try response.member("status", \.int, "a number")
    guard (100...999).contains(code) else { throw CassetteFault(reason: "`status` is not from 100 to 999") }
    var status = HTTPResponse.Status(code: code)
    if let reason = response["reason"]?.string { status = HTTPResponse.Status(code: code, reasonPhrase: reason) }
    outcome = .response(
      HTTPResponse(status: status, headerFields: try response.headers()), try response.content(),
      isCut: response["cut"]?.bool ?? false)
  }
}

extension JSONValue {
  fileprivate func member<Value>(
    _ name: String, _ read: (JSONValue) -> Value?, _ kind: String
  ) throws(CassetteFault) -> Value {
    guard let value = self[name].flatMap(read) else { throw CassetteFault(reason: "`\(name)` is missing or not \(kind)") }
    return value
  }

  fileprivate func headers() throws(CassetteFault) -> HTTPFields {
    var fields = HTTPFields()
    let lines = try member("headers", \.array, "a list")
    // A message of HTTPTypes has room for 65,535.
    guard lines.count <= 10_000 else { throw CassetteFault(reason: "`headers` has more than 10,000 lines") }
    for line in lines {
      // Compares bytes, because a space and a combining mark after it are one `Character`.
      guard let text = line.string, let end = text.utf8.firstRange(of: ": ".utf8),
        let name = HTTPField.Name(String(text[..<end.lowerBound]))
      else { throw CassetteFault(reason: "a header is not of the form `Name: value`") }
      fields.append(HTTPField(name: name, value: String(text[end.upperBound...])))
    }
    return fields
  }

  fileprivate func content() throws(CassetteFault) -> CassetteContent {
    if let text = self["text"]?.string { return .text(text) }
    if let withheld = self["withheld"] {
      return .withheld(length: withheld["bytes"]?.int ?? 0, reason: withheld["reason"]?.string ?? "")
    }
    guard let base64 = self["base64"] else { return .none }
    guard let data = base64.string.flatMap({ Data(base64Encoded: $0) }) else {
      throw CassetteFault(reason: "`base64` is not base64")
    }
    return .bytes(data)
  }
}
