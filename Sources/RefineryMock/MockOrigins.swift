import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Permits web pages of this machine to read responses (the CORS protocol of the Fetch standard). Pages of other hosts may not.
enum MockOrigins {
  static func permit(_ request: MockRequest, _ response: inout MockResponse) {
    guard let name = field("Origin"), let origin = request.fields[name], isLocal(origin) else { return }
    set("Access-Control-Allow-Origin", origin, &response)
    set("Access-Control-Allow-Credentials", "true", &response)
    set("Access-Control-Expose-Headers", response.fields.map(\.name.rawName).joined(separator: ", "), &response)
    response.fields[.vary] = "Origin"
    guard request.method == .options, let wanted = field("Access-Control-Request-Headers") else { return }
    set("Access-Control-Allow-Methods", response.fields[.allow] ?? "", &response)
    if let names = request.fields[wanted] { set("Access-Control-Allow-Headers", names, &response) }
  }

  private static func isLocal(_ origin: String) -> Bool {
    guard let mark = origin.firstRange(of: "://"), ["http", "https"].contains(origin[..<mark.lowerBound]) else { return false }
    let authority = origin[mark.upperBound...]
    let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(host))
  }

  private static func field(_ name: String) -> HTTPField.Name? { HTTPField.Name(name) }

  private static func set(_ name: String, _ value: String, _ response: inout MockResponse) {
    if let name = field(name) { response.fields[name] = value }
  }
}
