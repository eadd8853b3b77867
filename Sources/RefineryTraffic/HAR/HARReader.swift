public import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON

extension Traffic {
  /// Reads a HAR file (version 1.2, and `postData.encoding` of the proposed version 1.3).
  ///
  /// If it is written as HAR again without redaction, the file is equal byte by byte. As the format requires, the content of
  /// its responses has no content coding.
  ///
  /// - Throws: ``TrafficError`` with the number of the entry, from 1, and the member.
  public init(har file: Data) throws(TrafficError) {
    let (envelope, entries) = try HAREnvelope.split(file)
    var exchanges: [TrafficExchange] = []
    exchanges.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      exchanges.append(try HARReader(number: index + 1).exchange(of: entry))
    }
    self.init(exchanges)
    self.envelope = envelope
  }
}

/// Reads one entry of a HAR file.
struct HARReader {
  /// The number of the entry, from 1.
  let number: Int

  private func fault(_ reason: String) -> TrafficError { TrafficError(.har, at: "entry \(number)", reason) }

  func exchange(of entry: HAREntry) throws(TrafficError) -> TrafficExchange {
    let json: JSONValue
    do { json = try entry.json() } catch { throw fault("it is not JSON: \(ErrorSummary.text(of: error))") }
    guard let request = json["request"], request.object != nil else { throw fault("`request` is missing or not an object") }
    guard let method = request["method"]?.string, let url = request["url"]?.string else {
      throw fault("`request.method` or `request.url` is missing or not text")
    }
    guard !method.isEmpty, !url.isEmpty else { throw fault("`request.method` or `request.url` is empty") }
    if let reason = MessageRules.fault(method: method) ?? MessageRules.fault(url: url) { throw fault(reason) }
    var headers = try fields(of: request, "request")
    // A HAR that was written by hand may have no fields.
    if headers.isEmpty, let type = request["postData"]?["mimeType"]?.string, !type.isEmpty { headers[.contentType] = type }
    var exchange = TrafficExchange(method: method, url: url, headers: headers, body: try content(of: request, headers))
    exchange.name = json["comment"]?.string ?? ""
    exchange.started = json["startedDateTime"]?.string.flatMap(Self.date)
    exchange.timings = timings(of: json)
    if let response = json["response"], response.object != nil {
      let status = response["status"]?.int ?? 0
      if status == 0 {
        exchange.failure = (response["_error"] ?? json["_error"])?.string ?? "the entry has no response"
        exchange.transportError = Self.transportError(of: response["_failure"])
      } else {
        exchange.response = try self.response(response, status: status, method)
      }
    }
    exchange.hidden = json["_hidden"]?.array?.compactMap(\.string) ?? []
    exchange.entry = entry
    return exchange
  }

  private static func transportError(of json: JSONValue?) -> TransportError? {
    guard let code = json?["code"]?.string, let phase = json?["phase"]?.string.flatMap(TransportError.Phase.init) else {
      return nil
    }
    return TransportError(TransportError.Code(code), phase: phase, reason: json?["reason"]?.string ?? "")
  }

  private func response(_ json: JSONValue, status: Int, _ method: String) throws(TrafficError) -> TrafficResponse {
    guard (100...999).contains(status) else { throw fault("`response.status` is not from 100 to 999") }
    let headers = try fields(of: json, "response")
    let phrase = json["statusText"]?.string ?? ""
    let code = HTTPResponse.Status(code: status, reasonPhrase: phrase)
    let hasContent = method != "HEAD" && status != 204 && status != 304 && status >= 200
    var body = try self.content(of: json, headers, hasContent: hasContent)
    // Chrome notes a failure after the head here.
    let failure = json["_error"]?.string ?? ""
    if !failure.isEmpty, body.isEmpty { body = .withheld(length: 0, reason: "the HAR file does not have it") }
    let isCut = json["_cut"]?.bool ?? !failure.isEmpty
    return TrafficResponse(head: HTTPResponse(status: code, headerFields: headers), body: body, isCut: isCut)
  }

  /// Fields whose names begin with a colon are parts of the request line in HTTP/2.
  private func fields(of message: JSONValue, _ side: String) throws(TrafficError) -> HTTPFields {
    var fields = HTTPFields()
    guard let list = message["headers"] else { return fields }
    guard let headers = list.array else { throw fault("`\(side).headers` is not a list") }
    for header in headers {
      guard let name = header["name"]?.string, let value = header["value"]?.string else {
        throw fault("a member of `\(side).headers` has no `name` or no `value` that is text")
      }
      if name.hasPrefix(":") { continue }
      guard let field = HTTPField.Name(name) else { throw fault("a name in `\(side).headers` is not that of a header field") }
      // Chrome writes the values of a repeated field into one text with line ends.
      for line in value.split(separator: "\n", omittingEmptySubsequences: false) {
        if let reason = MessageRules.fault(fieldCount: fields.count) { throw fault(reason) }
        fields.append(HTTPField(name: field, value: String(line)))
      }
    }
    return fields
  }

  private func content(of request: JSONValue, _ fields: HTTPFields) throws(TrafficError) -> TrafficBody {
    guard let post = request["postData"], post.object != nil else {
      let size = request["bodySize"]?.int ?? 0
      return size > 0 ? .withheld(length: size, reason: "the HAR file does not have it") : .empty
    }
    if let reason = Self.reason(of: post) {
      return .withheld(length: max(request["bodySize"]?.int ?? 0, 0), reason: reason)
    }
    if let text = post["text"]?.string {
      let coding = (post["encoding"] ?? post["_encoding"])?.string ?? ""
      let type = fields[.contentType] ?? post["mimeType"]?.string ?? ""
      return .data(try bytes(of: text, coding, type, "request.postData"))
    }
    guard let params = post["params"]?.array, !params.isEmpty else {
      let size = request["bodySize"]?.int ?? 0
      return size > 0 ? .withheld(length: size, reason: "the HAR file does not have it") : .empty
    }
    let type = post["mimeType"]?.string ?? fields[.contentType] ?? ""
    guard !type.lowercased().hasPrefix("multipart/") else {
      let size = request["bodySize"]?.int ?? 0
      return .withheld(length: max(0, size), reason: "the HAR file has only the names of its parts")
    }
    // Chrome keeps the texts of parameters percent-encoded.
    let pairs = params.map { "\($0["name"]?.string ?? "")=\($0["value"]?.string ?? "")" }
    return .data(Data(pairs.joined(separator: "&").utf8))
  }

  private func content(of response: JSONValue, _ fields: HTTPFields, hasContent: Bool) throws(TrafficError) -> TrafficBody {
    let content = response["content"]
    if let reason = Self.reason(of: content) {
      return .withheld(length: max(content?["size"]?.int ?? 0, 0), reason: reason)
    }
    if let text = content?["text"]?.string {
      let type = fields[.contentType] ?? content?["mimeType"]?.string ?? ""
      return .data(try bytes(of: text, content?["encoding"]?.string ?? "", type, "response.content"))
    }
    let size = max(content?["size"]?.int ?? 0, 0)
    guard size > 0, hasContent else { return .empty }
    return .withheld(length: size, reason: "the HAR file does not have it")
  }

  /// Why content was withheld, as ``HARWriter`` writes it.
  private static func reason(of content: JSONValue?) -> String? {
    guard content?["text"] == nil, let comment = content?["comment"]?.string, comment.hasPrefix("withheld: ") else {
      return nil
    }
    return String(comment.dropFirst("withheld: ".count))
  }

  private func bytes(
    of text: String, _ coding: String, _ type: String, _ place: String
  ) throws(TrafficError) -> Data {
    switch coding.lowercased() {
    case "": return HARText.bytes(of: text, type: type)
    case "base64":
      // It may have lines. Any other character that is not Base64 is an error, because bytes would be lost.
      guard let data = Data(base64Encoded: Data(text.utf8.filter { $0 > 0x20 })) else {
        throw fault("`\(place).text` is not base64")
      }
      return data
    default: throw fault("`\(place).encoding` is neither missing nor `base64`")
    }
  }

  // MARK: Times

  /// The date that is written for an unknown time, because the format requires a date.
  static let unknownDate = "1970-01-01T00:00:00.000Z"

  private static func date(_ text: String) -> Date? { text == unknownDate ? nil : InternetDate.date(text) }

  private func timings(of entry: JSONValue) -> TrafficTimings? {
    guard let json = entry["timings"], json.object != nil else { return nil }
    func phase(_ name: String) -> Duration? {
      guard let milliseconds = json[name]?.double, (0...1e12).contains(milliseconds) else { return nil }
      return .nanoseconds(Int64((milliseconds * 1e6).rounded()))
    }
    var timings = TrafficTimings()
    timings.blocked = phase("blocked")
    timings.dns = phase("dns")
    timings.connect = phase("connect")
    timings.tls = phase("ssl")
    timings.send = phase("send")
    timings.wait = phase("wait")
    timings.receive = phase("receive")
    return timings == TrafficTimings() ? nil : timings
  }
}
