import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct MatrixTests {
  private let login = #"{"user_id":"@a:m","access_token":"a1","refresh_token":"r1","expires_in_ms":600000,"device_id":"d"}"#
  private let room = Matrix.Room.at("!r:m")

  private func client(_ stub: StubTransport, _ middleware: [any Middleware] = []) -> Client {
    Client(baseURL: "https://m/_matrix/client/v3", middleware: middleware, transport: stub)
  }

  private func loggedIn(_ stub: StubTransport) -> Client {
    let api = client(stub)
    return client(stub, [AuthMiddleware(Matrix.login(to: api, user: "ann", password: "canary"))])
  }

  @Test("The first call logs in, a 401 renews by the refresh token, and a refused renewal logs in again")
  func session() async throws {
    let stub = StubTransport(rows: [
      "Session.create": [.json(login), .json(login.replacing("a1", with: "a3"))],
      "Session.refresh": [.json(#"{"access_token":"a2"}"#), .json(#"{"errcode":"M_UNKNOWN_TOKEN"}"#, status: 401)],
      "Room.joined": [
        .json(#"{"joined_rooms":["!r:m"]}"#), .json(#"{"errcode":"M_UNKNOWN_TOKEN"}"#, status: 401),
        .json(#"{"joined_rooms":[]}"#),
      ],
    ])
    let api = loggedIn(stub)
    #expect(try await api.send(Matrix.Room.joined()) == ["!r:m"])
    #expect(try await api.send(Matrix.Room.joined()) == [])
    #expect(
      stub.sent.map(\.path).map { $0.replacing("/_matrix/client/v3/", with: "") }
        == ["login", "joined_rooms", "joined_rooms", "refresh", "joined_rooms"])
    #expect(stub.requests.map { $0.head.headerFields[.authorization] } == [nil, "Bearer a1", "Bearer a1", nil, "Bearer a2"])
    let body = try JSONValue(parsing: stub.sent[0].body ?? Data())
    let expected: JSONValue = [
      "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"], "password": "canary",
      "refresh_token": true,
    ]
    #expect(body == expected)
    #expect(stub.sent[3].text == #"{"refresh_token":"r1"}"#)
  }

  @Test("A login that is refused fails the call, and no line holds the password")
  func refusedLogin() async throws {
    let stub = StubTransport(.json(#"{"errcode":"M_FORBIDDEN","error":"Invalid password canary"}"#, status: 403))
    let error = try #require(await #expect(throws: CallError.self) { try await loggedIn(stub).send(Matrix.Room.joined()) })
    #expect(error.description.contains("403") && !error.description.contains("canary"))
    #expect(stub.requests.count == 1)
  }

  @Test("The body of a 429 says how long to wait")
  func limited() async throws {
    let clock = ManualClock(advancesByItself: true)
    let stub = StubTransport(
      .json(#"{"errcode":"M_LIMIT_EXCEEDED","error":"Too Many Requests","retry_after_ms":5100}"#, status: 429),
      .json(#"{"joined_rooms":[]}"#))
    var api = client(stub, [RetryMiddleware()])
    api.transport = PromptTransport(stub: stub)
    api.clock = CallClock(clock)
    #expect(try await api.send(Matrix.Room.joined()) == [])
    #expect(stub.requests.count == 2)
    #expect(clock.slept.count == 1 && clock.slept.allSatisfy { $0 >= .milliseconds(5100) })
  }

  @Test("Events are children of a room that is only addressed; the token of a page asks for the next")
  func events() async throws {
    func event(_ id: Int) -> String {
      #"{"type":"m.room.message","sender":"@a:m","origin_server_ts":\#(id)000,"content":{"body":"\#(id)"},"event_id":"$\#(id)"}"#
    }
    let stub = StubTransport(
      .json(#"{"chunk":[\#(event(2))],"start":"t1","end":"t/2"}"#), .json(#"{"chunk":[\#(event(1))],"start":"t/2"}"#))
    let call = room / Matrix.Event.enumerate(["dir": "b"])
    let events = try await client(stub).items(of: call).reduce(into: []) { $0.append($1) }
    #expect(events.map(\.originServerTs) == [Date(timeIntervalSince1970: 2), Date(timeIntervalSince1970: 1)])
    #expect(events.map { $0.content["body"] } == ["2", "1"])
    #expect(
      stub.sent.map(\.url) == [
        "https://m/_matrix/client/v3/rooms/%21r%3Am/messages?dir=b",
        "https://m/_matrix/client/v3/rooms/%21r%3Am/messages?dir=b&from=t%2F2",
      ])
  }

  @Test("A message is sent by PUT, so it may be sent again")
  func send() async throws {
    let stub = StubTransport(.json(#"{"event_id":"$1"}"#))
    #expect(try await client(stub).send(room / Matrix.Event.send(text: "Done", transaction: "t1")) == "$1")
    #expect(stub.last?.method == .put)
    #expect(stub.last?.url == "https://m/_matrix/client/v3/rooms/%21r%3Am/send/m.room.message/t1")
    #expect(stub.last?.text == #"{"body":"Done","msgtype":"m.text"}"#)
  }

  @Test("O08: an error response is a MatrixError, whose line holds only the code", arguments: ["\u{1B}[31m", "M_FORBIDDEN"])
  func refusal(code: String) async throws {
    let body = JSONValue.object(["errcode": .string(code), "error": "secret"]).data()
    let stub = StubTransport(.status(403, headers: [.contentType: "application/json"], body: Body(body)))
    let error = await #expect(throws: CallError.self) { try await client(stub).send(Matrix.Room.joined()) }
    let details = try #require(error?.details(as: MatrixError.self))
    #expect(details.error == "secret" && !details.description.contains("secret") && !details.description.contains("\u{1B}"))
  }
}
