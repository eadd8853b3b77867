import Foundation
import HTTPTypes
import RefineryCore
import RefineryTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The engine's form of a validated request, without its body.
  ///
  /// - Throws: `TransportError` of code `invalidRequest` where URL parsing disagrees with the request's own parts.
  init(_ head: HTTPRequest, hasBody: Bool) throws(TransportError) {
    let scheme = (head.scheme ?? "").lowercased()
    guard let url = URL(string: "\(scheme)://\(head.authority ?? "")\(head.path ?? "")"), url.scheme == scheme,
      url.host?.isEmpty == false, url.user == nil
    else { throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL is malformed") }
    self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: URLSessionConfiguration.neverFires)
    httpMethod = head.method.rawValue
    httpShouldHandleCookies = false
    allHTTPHeaderFields = Self.fields(head.headerFields, hasBody: hasBody)
  }

  /// One value a name, since the engine takes a dictionary and drops names that differ by case alone.
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
    // What the engine would make up: the process's name and curl's version, the host's language, a form's content type.
    if spelling[.userAgent] == nil { values["User-Agent"] = "Refinery" }
    if spelling[.acceptLanguage] == nil { values["Accept-Language"] = "*" }
    if hasBody, spelling[.contentType] == nil { values["Content-Type"] = "application/octet-stream" }
    return values
  }
}

extension HTTPResponse {
  /// The head in its own types, and how many bytes of content follow; nil where only the engine can tell when they end.
  ///
  /// libcurl decodes whatever coding it knows, asked for or not, and fails for one it does not know; so the fields that
  /// described the encoded form are taken off wherever there is content.
  ///
  /// - Throws: `TransportError` of code `malformedResponse` for a status that HTTP does not have, and for a `Content-Length`
  ///   that is no number or has two values.
  static func reading(_ response: HTTPURLResponse, isHead: Bool) throws(TransportError) -> (HTTPResponse, length: Int?) {
    guard (100...999).contains(response.statusCode) else {
      throw TransportError(.malformedResponse, phase: .receiving, reason: "the status is not one of HTTP")
    }
    var head = HTTPResponse(status: Status(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    let length = try head.headerFields.takeContentLength()
    if isHead || response.statusCode == 204 || response.statusCode == 304 { return (head, 0) }
    let coding = head.headerFields[.contentEncoding]?.lowercased()
    if let coding, coding != "identity" {
      head.headerFields[.contentEncoding] = nil
      head.headerFields[.contentLength] = nil
      return (head, nil)
    }
    // A coded transfer has no length, whatever else the fields say (RFC 9112 section 6.3).
    return (head, head.headerFields[.transferEncoding] == nil ? length : nil)
  }
}
