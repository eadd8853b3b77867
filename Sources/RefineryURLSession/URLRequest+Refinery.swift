import Foundation
import HTTPTypes
import RefineryCore
import RefineryTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Converts the head of a validated request to the engine's type.
  ///
  /// - Throws: `TransportError` of code `invalidRequest` if the request's parts do not form a URL.
  init(_ head: HTTPRequest, hasBody: Bool, timeout: TimeInterval) throws(TransportError) {
    let scheme = (head.scheme ?? "").lowercased()
    guard let url = URL(string: "\(scheme)://\(head.authority ?? "")\(head.path ?? "")"), url.scheme == scheme,
      url.host?.isEmpty == false, url.user == nil
    else { throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL is malformed") }
    self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
    httpMethod = head.method.rawValue
    httpShouldHandleCookies = false
    allHTTPHeaderFields = Self.fields(head.headerFields, hasBody: hasBody)
  }

  /// Returns one value for each name. The engine takes a dictionary, and drops one of two names that differ only in case.
  private static func fields(_ fields: HTTPFields, hasBody: Bool) -> [String: String] {
    var values: [String: String] = [:]
    var spelling: [HTTPField.Name: String] = [:]
    values.reserveCapacity(fields.count + 3)
    for field in fields {
      if let known = spelling[field.name] {
        values[known] = (values[known] ?? "") + (field.name == .cookie ? "; " : ", ") + field.value
      } else {
        spelling[field.name] = field.name.rawName
        values[field.name.rawName] = field.value
      }
    }
    // The engine would add its own values: the process's name and curl's version, the host's language, a form's content type.
    if spelling[.userAgent] == nil { values["User-Agent"] = "Refinery" }
    if spelling[.acceptLanguage] == nil { values["Accept-Language"] = "*" }
    if hasBody, spelling[.contentType] == nil { values["Content-Type"] = "application/octet-stream" }
    return values
  }
}

extension HTTPResponse {
  /// Returns the head, and the other known facts about its response.
  ///
  /// libcurl decodes every coding that it supports, even if the request did not ask for it, and fails for other codings. The
  /// fields that describe the encoded form are therefore removed if there is content.
  ///
  /// - Throws: `TransportError` of code `malformedResponse` for an invalid status, for too many fields, and for a
  ///   `Content-Length` that is not a number or has two values.
  static func reading(_ response: HTTPURLResponse, isHead: Bool) throws(TransportError) -> ReceivedHead {
    guard (100...999).contains(response.statusCode) else {
      throw TransportError(.malformedResponse, phase: .receiving, reason: "the status is not a valid HTTP status")
    }
    var head = HTTPResponse(status: Status(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    let connection = head.takeConnection()
    guard head.headerFields.count <= HTTPFields.mostReceived else {
      throw TransportError(.malformedResponse, phase: .receiving, reason: "the head has too many fields")
    }
    let length = try head.headerFields.takeContentLength()
    if isHead || response.statusCode == 204 || response.statusCode == 304 {
      return ReceivedHead(head: head, length: 0, connection: connection)
    }
    let coding = head.headerFields[.contentEncoding]?.lowercased()
    if let coding, coding != "identity" {
      head.headerFields[.contentEncoding] = nil
      head.headerFields[.contentLength] = nil
      return ReceivedHead(head: head, length: nil, connection: connection)
    }
    // A response with a transfer coding has no length, whatever its other fields contain (RFC 9112 section 6.3).
    let isInParts = head.headerFields[.transferEncoding] != nil
    return ReceivedHead(head: head, length: isInParts ? nil : length, connection: connection)
  }

  /// Removes the field that `CSession` added, and sets the status from it, because the engine gets a redirect as a 200.
  private mutating func takeConnection() -> UsedConnection? {
    guard let name = HTTPField.Name("Refinery-Response"), let facts = headerFields[name] else { return nil }
    headerFields[name] = nil
    let parts = facts.split(separator: " ")
    guard parts.count >= 3, let code = Int(parts[0]), let opened = Int(parts[1]), let port = Int(parts[2]) else { return nil }
    if code != status.code { status = Status(code: code) }
    return UsedConnection(
      address: parts.count > 3 ? String(parts[3]) : nil, port: port > 0 ? port : nil, isReused: opened == 0)
  }
}

/// The head of a response.
struct ReceivedHead {
  var head: HTTPResponse
  /// The length of the content in bytes; nil if only the engine knows where the content ends.
  var length: Int?
  /// Nil without Foundation's internals.
  var connection: UsedConnection?
}
