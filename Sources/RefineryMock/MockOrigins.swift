import FoundationEssentials
import HTTPTypes

/// Permits web pages of this machine to read responses (the CORS protocol of the Fetch standard). Pages of other hosts may not.
enum MockOrigins {
  static func permit(_ request: MockRequest, _ response: inout MockResponse) {
    guard let origin = value("Origin", of: request) else { return }
    let method = request.method == .options ? value("Access-Control-Request-Method", of: request) : nil
    if let method, isLocal(origin) {
      // Without success, a page could not even read the 404 or 405 of the request that follows.
      response = MockResponse(204, fields: response.fields[.allow].map { [.allow: $0] } ?? [:])
      set("Access-Control-Allow-Methods", method, &response)
      set("Access-Control-Max-Age", "600", &response)
      if let names = value("Access-Control-Request-Headers", of: request) {
        set("Access-Control-Allow-Headers", names, &response)
      }
    }
    let vary = response.fields[.vary]
    response.fields[.vary] = vary.map { "\($0), Origin" } ?? "Origin"
    guard isLocal(origin) else { return }
    set("Access-Control-Expose-Headers", response.fields.map(\.name.rawName).joined(separator: ", "), &response)
    set("Access-Control-Allow-Origin", origin, &response)
    set("Access-Control-Allow-Credentials", "true", &response)
  }

  /// Whether a browser says that a page of another site makes the request. The page cannot read the response, but the request
  /// could change records.
  static func isForeign(_ request: MockRequest) -> Bool {
    guard let origin = value("Origin", of: request), !isLocal(origin) else { return false }
    return value("Sec-Fetch-Site", of: request) == "cross-site"
  }

  private static func isLocal(_ origin: String) -> Bool {
    guard let mark = origin.firstRange(of: "://"), ["http", "https"].contains(origin[..<mark.lowerBound]) else { return false }
    let authority = origin[mark.upperBound...]
    let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(host)) || host.hasSuffix(".localhost")
  }

  private static func value(_ name: String, of request: MockRequest) -> String? {
    HTTPField.Name(name).flatMap { request.fields[$0] }
  }

  private static func set(_ name: String, _ value: String, _ response: inout MockResponse) {
    if let name = HTTPField.Name(name) { response.fields[name] = value }
  }
}
