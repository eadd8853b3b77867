import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CassettePagesTests {
  private let scratch = Scratch()

  struct Berth: Codable, Identifiable, Sendable, Equatable, Enumerable {
    static let path: URITemplate = "c"
    var id: Int
  }

  struct Berths: Codable, Sendable {
    var data: [Berth]
  }

  /// How a server says where the next page is, given its secret token.
  enum Style: String, CaseIterable {
    case link, nextPage, cursorInHeader, linkInBody, tokenInBody, cursorInBody

    var parameter: String {
      switch self {
      case .nextPage, .linkInBody, .tokenInBody: "_token"
      default: "after"
      }
    }

    var pagination: Pagination {
      switch self {
      case .link: .linkHeader
      case .nextPage: .nextLink(.header("Next-Page"))
      case .cursorInHeader: .cursor(.header("X-Next-Cursor"), parameter: "after")
      case .linkInBody: .nextLink(.body("next"))
      case .tokenInBody: .cursor(.body("next_token"), parameter: "_token")
      case .cursorInBody: .cursor(.body("next_cursor"), parameter: "after")
      }
    }

    func answer(_ ids: [Int], next token: String?) -> Response {
      var headers: HTTPFields = [.contentType: "application/json"]
      var members = ["\"data\":[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]"]
      let link = token.map { "http://stub/c?limit=2&\(parameter)=\($0.replacing("/", with: "%2F"))" }
      switch self {
      case .link: if let link { headers[.linkField] = "<\(link)>; rel=\"next\"" }
      case .nextPage: headers[HTTPField.Name("Next-Page") ?? .linkField] = link ?? ""
      case .cursorInHeader: headers[HTTPField.Name("X-Next-Cursor") ?? .linkField] = token ?? ""
      case .linkInBody: members.append("\"next\":\(link.map { "\"\($0)\"" } ?? "null")")
      case .tokenInBody: members.append("\"next_token\":\"\(token ?? "")\"")
      case .cursorInBody: members.append("\"next_cursor\":\(token.map { "\"\($0)\"" } ?? "null")")
      }
      return Response(status: .ok, headers: headers, body: Body("{\(members.joined(separator: ","))}"))
    }
  }

  static let tokens = ["CANARY/one", "CANARY/two", "CANARY/three"]

  private func ids(_ style: Style, over transport: any Transport, key: String) async throws -> [Int] {
    let call = Call<Berths>(Berth.enumerate().endpoint).query(["limit": 2, "api_key": key])
    var ids: [Int] = []
    for try await berth in Client(baseURL: "http://stub", transport: transport).items(
      of: call, by: style.pagination, elements: \.data)
    {
      ids.append(berth.id)
    }
    return ids
  }

  @Test("O06: every page of a list replays, however the next one is told, with another key or none", arguments: Style.allCases)
  func pages(style: Style) async throws {
    let server = StubTransport { request in
      let items = URLComponents(string: request.head.path ?? "")?.queryItems ?? []
      let page =
        items.first { $0.name == style.parameter }?.value.flatMap { Self.tokens.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      return style.answer([2 * page, 2 * page + 1], next: page < Self.tokens.count ? Self.tokens[page] : nil)
    }
    let whole = Array(0..<8)
    #expect(try await ids(style, over: Cassette(scratch.file, over: server), key: "CANARY-key") == whole)
    #expect(server.requests.count == 4)
    let text = try scratch.text()
    #expect(!text.contains("CANARY-key") && !text.contains("<redacted>"))
    // A member that is not named like a secret is shown, as ever; what is hidden is hidden everywhere.
    if style != .cursorInBody { #expect(!text.contains("CANARY")) }
    for key in ["CANARY-key", "other", ""] {
      for mode in [Cassette.Mode.once, .replay] {
        let cassette = try Cassette(scratch.file, mode: mode, over: server)
        #expect(try await ids(style, over: cassette, key: key) == whole)
        #expect(cassette.unplayed.isEmpty)
      }
    }
    #expect(server.requests.count == 4)
    #expect(try scratch.text() == text)
  }

  @Test("O06: one hidden value has one mark in all of a cassette, and a replayed mark stands for that value alone")
  func marks() async throws {
    let answer = #"{"token":"a/b","other_token":"c","more":["https://u:p@h/x?sig=a%2Fb&page=2#f"]}"#
    let server = StubTransport(
      .json(answer, headers: [.custom: "a/b", .location: "/n?t=c"]), .json("1"), .json("2"), .json("3"))
    let requests = [
      request("/login?key=k"), request("/n?t=c"), request("/n?t=a%2Fb"),
      request(.post, "/n", headers: [.contentType: "application/x-www-form-urlencoded"], body: Body("token=a%2Fb&n=1")),
    ]
    try await scratch.record(requests, over: server)
    let cassette = try Cassette(scratch.file, mode: .replay)
    let first = try await cassette.send(request("/login?key=another"))
    let body = try await first.body.collect()
    let shown = #"{"token":"redacted-2","other_token":"redacted-4","more":["https://h/x?sig=redacted-2&page=2"]}"#
    #expect(String(decoding: body, as: UTF8.self).count == shown.count)
    let json = try JSONValue(parsing: body)
    let one = try #require(json["token"]?.string)
    let other = try #require(json["other_token"]?.string)
    #expect(one != other && one.hasPrefix("redacted-") && other.hasPrefix("redacted-"))
    #expect(json["more"]?.array?.first?.string == "https://h/x?sig=\(one)&page=2")
    #expect(first.head.headerFields[.custom] == one && first.head.headerFields[.location] == "/n?t=\(other)")
    // In another order than recorded, found only by the marks.
    #expect(try await cassette.send(request("/n?t=\(one)")).body.collect() == Data("2".utf8))
    await #expect(throws: CassetteError.self) { try await cassette.send(request("/n?t=redacted-99")) }
    #expect(try await cassette.send(request("/n?t=\(other)")).body.collect() == Data("1".utf8))
    let form = Body("token=\(one)&n=1")
    let wrong = Body("token=\(other)&n=1")
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    await #expect(throws: CassetteError.self) { try await cassette.send(request(.post, "/n", headers: fields, body: wrong)) }
    #expect(try await cassette.send(request(.post, "/n", headers: fields, body: form)).body.collect() == Data("3".utf8))
  }

  @Test("O06: a rule of one's own sees another hidden value as the recorded one; a missing key is no match")
  func ownRules() async throws {
    try await scratch.record([request("/a?key=k", headers: [.authorization: "x"])], over: StubTransport(.json("1")))
    let same = CassetteRule("all") { $0.url == $1.url && $0.headers == $1.headers }
    for rules in [[same], [.target, .header(.authorization)]] {
      let cassette = try Cassette(scratch.file, mode: .replay, matching: rules)
      await #expect(throws: CassetteError.self) { try await cassette.send(request("/a", headers: [.authorization: "y"])) }
      let response = try await cassette.send(request("/a?key=z", headers: [.authorization: "y"]))
      #expect(try await response.body.collect() == Data("1".utf8))
    }
  }

  @Test("O06: a cassette of the old mark still replays")
  func oldMark() async throws {
    try scratch.write(
      #"{"cassette":1,"exchanges":[{"row":"R","request":{"method":"GET","url":"https://h/a?k=<redacted>","headers":[]},"#
        + #""response":{"status":204,"headers":[]}}]}"#)
    let cassette = try Cassette(scratch.file, mode: .replay)
    #expect(try await cassette.send(request("/a?k=v")).head.status.code == 204)
  }
}
