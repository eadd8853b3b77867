import FoundationEssentials
import HTTPTypes
import RefineryCore

/// The parts of a request that the options of a command give.
struct CurlRequest {
  var urls: [ShellWord] = []
  var method: String?
  var headers: [(name: HTTPField.Name, value: String)] = []
  /// Fields that curl would add and must not: `-H 'Accept:'`.
  var removed: Set<HTTPField.Name> = []
  var data: [(bytes: Data, isJSON: Bool)] = []
  var form: [CurlForm.Part] = []
  var user: String?
  var bearer: String?
  var cookies: [String] = []
  var agent: String?
  var referer: String?
  var range: String?
  var upload: String?
  var queries: [String] = []
  var movesDataToQuery = false
  var isHead = false
  var takesPlainURLs = false
  private(set) var options: [CurlOption] = []
  private var known: Set<CurlOption> = []

  // MARK: Options

  /// Keeps an option that does not change the request, once.
  mutating func keep(_ option: CurlOption) {
    if known.insert(option).inserted { options.append(option) }
  }

  mutating func addHeader(_ word: ShellWord, by reader: CurlReader) throws(TrafficError) {
    let text = try reader.text(of: word)
    if text.hasPrefix("@") {
      let lines = String(decoding: try reader.file(String(text.dropFirst())), as: UTF8.self)
      for line in lines.split(whereSeparator: \.isNewline) { try addHeader(String(line), word.line, reader) }
    } else {
      try addHeader(text, word.line, reader)
    }
  }

  private mutating func addHeader(_ text: String, _ line: Int, _ reader: CurlReader) throws(TrafficError) {
    let name = text.prefix { $0 != ":" && $0 != ";" }
    guard let field = HTTPField.Name(String(name)), name.endIndex < text.endIndex else {
      throw reader.fault("a header is not of the form 'Name: value'", at: line)
    }
    if let reason = MessageRules.fault(fieldCount: headers.count) { throw reader.fault(reason, at: line) }
    let isSemicolon = text[name.endIndex] == ";"
    let value = text[text.index(after: name.endIndex)...].drop { $0 == " " || $0 == "\t" }
    if isSemicolon {
      // `X-Empty;` is a field without a value.
      guard value.isEmpty else { throw reader.fault("a header is not of the form 'Name: value'", at: line) }
      headers.append((field, ""))
    } else if value.isEmpty {
      // The fields that curl adds are not part of the exchange, except the content type.
      if removed.insert(field).inserted, field != .contentType {
        keep(CurlOption(name: "--header", values: ["\(field.rawName):"]))
      }
    } else {
      headers.append((field, String(value)))
    }
  }

  mutating func addData(_ word: ShellWord, strips: Bool, by reader: CurlReader) throws(TrafficError) {
    guard word.bytes.first == UInt8(ascii: "@") else {
      data.append((Data(word.bytes), isJSON: false))
      return
    }
    var content = try reader.file(String(reader.text(of: word).dropFirst()))
    if strips { content.removeAll { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }
    data.append((content, isJSON: false))
  }

  /// `content`, `=content`, `name=content`, `@file`, `name@file`.
  mutating func addEncoded(_ text: String, by reader: CurlReader) throws(TrafficError) {
    data.append((Data(try Self.encoded(text, by: reader).utf8), isJSON: false))
  }

  static func encoded(_ text: String, by reader: CurlReader) throws(TrafficError) -> String {
    guard let mark = text.firstIndex(of: "=") ?? text.firstIndex(of: "@") else { return percentEncoded(Array(text.utf8)) }
    let name = text[..<mark]
    let rest = String(text[text.index(after: mark)...])
    let content = text[mark] == "@" ? Array(try reader.file(rest)) : Array(rest.utf8)
    return (name.isEmpty ? "" : "\(name)=") + percentEncoded(content)
  }

  private static func percentEncoded(_ bytes: [UInt8], space: String = "+") -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for byte in bytes {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      // As curl does since version 7.75.
      if byte == UInt8(ascii: " ") {
        output += Array(space.utf8)
      } else if isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte) {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  mutating func addJSON(_ word: ShellWord, by reader: CurlReader) throws(TrafficError) {
    try addData(word, strips: false, by: reader)
    data[data.count - 1].isJSON = true
  }

  // MARK: The request

  func exchanges(named name: String, by reader: CurlReader) throws(TrafficError) -> [TrafficExchange] {
    guard !urls.isEmpty else { throw reader.fault("the command has no URL") }
    let kinds = [!data.isEmpty && !movesDataToQuery, !form.isEmpty, upload != nil].count { $0 }
    guard kinds <= 1 else {
      throw reader.fault("the command has several bodies: --data, --form and --upload-file exclude each other")
    }
    let (body, type) = try content(reader)
    let query = try self.query(reader)
    let fields = fields(type, nil)
    let size = headers.reduce(body.count + query.utf8.count) { $0 + $1.value.utf8.count }
    guard urls.count == 1 || size <= Self.largest / urls.count else {
      throw reader.fault("the requests to \(urls.count) URLs have more than \(Self.largest >> 20) MiB: split the command")
    }
    var exchanges: [TrafficExchange] = []
    for word in urls {
      var url = CurlURL(text: try reader.text(of: word), line: word.line)
      try url.normalize(isPlain: takesPlainURLs, reader)
      if !query.isEmpty { url.addQuery(query) }
      if let upload, url.text.hasSuffix("/") {
        url.text += Self.percentEncoded(Array((upload.split(separator: "/").last ?? "").utf8), space: "%20")
      }
      if let reason = MessageRules.fault(url: url.text) { throw reader.fault(reason, at: word.line) }
      let credentials = url.takeCredentials()
      var exchange = TrafficExchange(
        method: self.method(hasBody: type != nil || !form.isEmpty || !data.isEmpty), url: url.text,
        headers: credentials == nil ? fields : self.fields(type, credentials), body: .data(body))
      exchange.name = name
      exchange.options = options
      exchanges.append(exchange)
    }
    return exchanges
  }

  /// The most bytes that the content, the query and the fields of all URLs of a command have together.
  private static let largest = 64 << 20

  /// What the options add to the query of each URL.
  private func query(_ reader: CurlReader) throws(TrafficError) -> String {
    var parts = movesDataToQuery && !data.isEmpty ? [String(decoding: joinedData, as: UTF8.self)] : []
    for query in queries {
      parts.append(query.hasPrefix("+") ? String(query.dropFirst()) : try Self.encoded(query, by: reader))
    }
    return parts.joined(separator: "&")
  }

  private func method(hasBody: Bool) -> String {
    if let method { return method }
    if isHead { return "HEAD" }
    if upload != nil { return "PUT" }
    return hasBody && !movesDataToQuery ? "POST" : "GET"
  }

  private var joinedData: Data {
    var joined = Data()
    for (index, part) in data.enumerated() {
      if index > 0, !part.isJSON { joined.append(UInt8(ascii: "&")) }
      joined.append(part.bytes)
    }
    return joined
  }

  /// The content, and the content type that curl adds.
  private func content(_ reader: CurlReader) throws(TrafficError) -> (Data, String?) {
    if let upload { return (try reader.file(upload), nil) }
    if !form.isEmpty {
      let (content, boundary) = CurlForm.content(of: form)
      return (content, "multipart/form-data; boundary=\(boundary)")
    }
    guard !data.isEmpty, !movesDataToQuery else { return (Data(), nil) }
    return (joinedData, data.contains(where: \.isJSON) ? "application/json" : "application/x-www-form-urlencoded")
  }

  /// The fields of the command, and those that its other options make, unless the command has them.
  private func fields(_ type: String?, _ credentials: String?) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      var value = value
      if name == .contentType, !form.isEmpty, !value.contains("boundary="), let type, let start = type.firstIndex(of: ";") {
        value += type[start...]
      }
      fields.append(HTTPField(name: name, value: value))
    }
    func add(_ name: HTTPField.Name, _ value: String?) {
      guard let value, !fields.contains(name), !removed.contains(name) else { return }
      fields.append(HTTPField(name: name, value: value))
    }
    if let login = user ?? credentials {
      let pair = login.contains(":") ? login : "\(login):"
      add(.authorization, "Basic \(Data(pair.utf8).base64EncodedString())")
    }
    add(.authorization, bearer.map { "Bearer \($0)" })
    add(.userAgent, agent)
    let referer = referer.map { $0.hasSuffix(";auto") ? String($0.dropLast(5)) : $0 }
    add(.referer, referer == "" ? nil : referer)
    add(.range, range.map { "bytes=\($0)" })
    add(.contentType, type)
    if data.contains(where: \.isJSON) { add(.accept, "application/json") }
    if !cookies.isEmpty { add(.cookie, cookies.joined(separator: ";")) }
    return fields
  }
}
