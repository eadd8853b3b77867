#if Macros
  import Endpoints
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryTesting
  import Tables
  import Testing

  /// Each row of the tables, by hand and as a function: what is sent is the same.
  @Suite struct RowPairTests {
    private static let tables = [
      (Endpoints.Matrix.table, Tables.Matrix.table), (Endpoints.Registry.table, Tables.Registry.table),
      (Endpoints.Etcd.table, Tables.Etcd.table), (Endpoints.Prometheus.table, Tables.Prometheus.table),
      (Endpoints.Kinto.table, Tables.Kinto.table), (Endpoints.HTTPBin.table, Tables.HTTPBin.table),
    ]

    @Test("U03: a table of functions has the rows of the table by hand, and no problem", arguments: tables)
    func table(hand: EndpointTable, macro: EndpointTable) {
      #expect(macro.problems == [] && macro.warnings == [])
      #expect(macro.rows.map(\.description) == hand.rows.map(\.description))
      // The output of Kinto's batch is made by a closure, and a function with members has no type for them.
      for (hand, macro) in zip(hand.rows, macro.rows) where hand.name != "Kinto.batch" {
        #expect(macro.output == hand.output)
      }
      #expect(macro.rows.map { $0.input == nil } == hand.rows.map { $0.input == nil })
    }

    @Test("U03: the rows of Matrix, with a login and its renewal")
    func matrix() async throws {
      let hand = try await session {
        Endpoints.Matrix.login(to: $0, user: "ann", password: "p")
      } joined: {
        Endpoints.Matrix.Room.joined()
      }
      let macro = try await session {
        Tables.Matrix.login(to: $0, user: "ann", password: "p")
      } joined: {
        Tables.Matrix.Room.joined()
      }
      var rows = Pairs(hand: hand, macro: macro)
      let (room, sameRoom) = (Endpoints.Matrix.Room.at("!r:m"), Tables.Matrix.Room.at("!r:m"))
      await rows.send(
        room / Endpoints.Matrix.Event.enumerate(["dir": "b"]), sameRoom / Tables.Matrix.Event.enumerate(["dir": "b"]))
      await rows.send(
        room / Endpoints.Matrix.Event.send(text: "Done\n", transaction: "t/1"),
        sameRoom / Tables.Matrix.Event.send(text: "Done\n", transaction: "t/1"))
      rows.expectSame(of: Endpoints.Matrix.table)
    }

    @Test("U03: the rows of a registry")
    func registry() async {
      var rows = Pairs()
      let (nginx, same) = (Endpoints.Registry.Repository.at("library/nginx"), Tables.Registry.Repository.at("library/nginx"))
      await rows.send(nginx / Endpoints.Registry.Tag.enumerate(["n": 2]), same / Tables.Registry.Tag.enumerate(["n": 2]))
      await rows.send(nginx / Endpoints.Registry.Blob.delete("sha256:a"), same / Tables.Registry.Blob.delete("sha256:a"))
      await rows.send(nginx / Endpoints.Registry.Blob.content("sha256:a"), same / Tables.Registry.Blob.content("sha256:a"))
      await rows.send(nginx / Endpoints.Registry.Blob.upload(), same / Tables.Registry.Blob.upload())
      for location in ["/v2/u/1?_state=a%3D%3D", "https://host/base/u/1"] {
        await rows.send(
          nginx / Endpoints.Registry.Blob.finish(at: location, Body("layer"), digest: "sha256:a"),
          same / Tables.Registry.Blob.finish(at: location, Body("layer"), digest: "sha256:a"))
      }
      await rows.send(Endpoints.Registry.Token.read(), Tables.Registry.Token.read())
      rows.expectSame(of: Endpoints.Registry.table)
    }

    @Test("U03: the rows of etcd, with and without optional members, and the request for a next page")
    func etcd() async {
      var rows = Pairs(response: #"{"kvs":[{"key":"azE=","mod_revision":"2","version":"1"}],"more":true}"#)
      let (key, end) = (Data("k".utf8), Data("l".utf8))
      await rows.send(Endpoints.Etcd.put(key, Data([0, 255])), Tables.Etcd.put(key, Data([0, 255])))
      await rows.send(Endpoints.Etcd.delete(key), Tables.Etcd.delete(key))
      await rows.send(Endpoints.Etcd.delete(key, to: end), Tables.Etcd.delete(key, to: end))
      await rows.send(Endpoints.Etcd.KeyValue.range(from: key), Tables.Etcd.KeyValue.range(from: key))
      await rows.list(
        Endpoints.Etcd.KeyValue.range(from: key, to: end, limit: 2), Tables.Etcd.KeyValue.range(from: key, to: end, limit: 2))
      rows.expectSame(of: Endpoints.Etcd.table)
    }

    @Test("U03: the rows of Prometheus, with and without an optional time")
    func prometheus() async {
      var rows = Pairs()
      let start = Date(timeIntervalSince1970: 1_435_781_451.5)
      await rows.send(Endpoints.Prometheus.query("up == 0"), Tables.Prometheus.query("up == 0"))
      await rows.send(Endpoints.Prometheus.query("a&b", at: start), Tables.Prometheus.query("a&b", at: start))
      await rows.send(
        Endpoints.Prometheus.range("up", from: start, to: start + 60, step: 0.5),
        Tables.Prometheus.range("up", from: start, to: start + 60, step: 0.5))
      await rows.send(Endpoints.Prometheus.values(of: "a/b"), Tables.Prometheus.values(of: "a/b"))
      await rows.send(
        Endpoints.Prometheus.Target.enumerate(["state": "active"]), Tables.Prometheus.Target.enumerate(["state": "active"]))
      rows.expectSame(of: Endpoints.Prometheus.table)
    }

    @Test("U03: the rows of Kinto")
    func kinto() async throws {
      var rows = Pairs()
      let client = Client(baseURL: "https://host/base", transport: StubTransport())
      await rows.send(Endpoints.Kinto.Server.read(), Tables.Kinto.Server.read())
      let attributes: JSONValue.Object = ["title": "One", "tags": ["x"]]
      for (hand, macro) in zip(
        calls(of: Endpoints.Kinto.Bucket(id: "a/b", attributes: attributes))
          + calls(of: Endpoints.Kinto.Collection(id: "c", attributes: attributes))
          + calls(of: Endpoints.Kinto.Record(id: "r", attributes: attributes)),
        calls(of: Tables.Kinto.Bucket(id: "a/b", attributes: attributes))
          + calls(of: Tables.Kinto.Collection(id: "c", attributes: attributes))
          + calls(of: Tables.Kinto.Record(id: "r", attributes: attributes)))
      {
        await rows.send(hand, macro)
      }
      let requests = try [
        client.makeRequest(for: calls(of: Tables.Kinto.Bucket(id: "b"))[2]),
        client.makeRequest(for: Tables.Kinto.Server.read()),
      ]
      await rows.send(try Endpoints.Kinto.batch(requests), try Tables.Kinto.batch(requests))
      rows.expectSame(of: Endpoints.Kinto.table)
    }

    @Test("U03: the rows of httpbin, a group without models")
    func httpbin() async {
      typealias Hand = Endpoints.HTTPBin
      typealias Macro = Tables.HTTPBin
      var rows = Pairs()
      let body: JSONValue = ["name": "Ann"]
      await rows.send(Hand.get(["b": [1, 2], "a": "x y"]), Macro.get(["b": [1, 2], "a": "x y"]))
      await rows.send(Hand.post().body(body), Macro.post(body))
      await rows.send(Hand.put().body(body), Macro.put(body))
      await rows.send(Hand.patch().form(["a": 1]), Macro.patch().form(["a": 1]))
      await rows.send(Hand.delete(), Macro.delete())
      await rows.send(Hand.anything(["a/b", "c"]), Macro.anything(["a/b", "c"]))
      await rows.send(Hand.headers(), Macro.headers())
      await rows.send(Hand.status(418), Macro.status(418))
      await rows.send(Hand.basicAuth(user: "a", password: "p?"), Macro.basicAuth(user: "a", password: "p?"))
      await rows.send(Hand.hiddenBasicAuth(user: "a", password: "p"), Macro.hiddenBasicAuth(user: "a", password: "p"))
      await rows.send(Hand.bearer(), Macro.bearer())
      await rows.send(Hand.gzip(), Macro.gzip())
      await rows.send(Hand.deflate(), Macro.deflate())
      await rows.send(Hand.redirect(2), Macro.redirect(2))
      await rows.send(Hand.absoluteRedirect(2), Macro.absoluteRedirect(2))
      await rows.send(Hand.redirect(to: "http://h/?a=1&b"), Macro.redirect(to: "http://h/?a=1&b"))
      await rows.send(Hand.delay(1), Macro.delay(1))
      await rows.send(Hand.entityTag("a b"), Macro.entityTag("a b"))
      await rows.send(Hand.cache(), Macro.cache())
      await rows.send(Hand.bytes(3, seed: 4), Macro.bytes(3, seed: 4))
      await rows.send(Hand.json(), Macro.json())
      rows.expectSame(of: Hand.table)
    }

    /// A call for each row of a model's capabilities.
    private func calls<Model: Mappable & Identifiable & Encodable>(of model: Model) -> [Call<JSONValue>]
    where Model.ID == String, Model.Parent == Never {
      let (id, filter) = (model.id, Query([.init("min_rating", 3)]))
      let calls = [
        model.create().json, Model.read(id).json, model.update().ifMatch("7").json, Model.patch(id, ["title": "Two"]).json,
        Model.delete(id).json, Model.enumerate(filter).json,
      ]
      return calls.map { $0.with("bucket", "b/1").with("collection", "c") }
    }

    /// What two calls send, if the first logs in and the second has to renew the token.
    private func session<Tokens>(
      _ login: (Client) -> LoginCredentials<Tokens>, joined: () -> Call<[String]>
    ) async throws -> [Request] {
      let stub = StubTransport(rows: [
        "Session.create": [.json(#"{"access_token":"a1","refresh_token":"r1"}"#)],
        "Session.refresh": [.json(#"{"access_token":"a2"}"#)],
        "Room.joined": [.json(#"{"joined_rooms":[]}"#), .status(401), .json(#"{"joined_rooms":[]}"#)],
      ])
      var api = Client(baseURL: "https://host/base", transport: stub)
      api.middleware = [AuthMiddleware(login(api))]
      for _ in 1...2 { try await api.send(joined()) }
      return stub.requests
    }
  }

  /// The requests of rows by hand, and of the same rows by macro.
  private struct Pairs {
    var hand: [Request] = []
    var macro: [Request] = []
    var response = "{}"

    /// Sends both. Whether the response can be read does not matter.
    mutating func send<Output, Other>(_ call: Call<Output>, _ other: Call<Other>) async {
      hand += await requests { _ = try await $0.send(call) }
      macro += await requests { _ = try await $0.send(other) }
    }

    /// Reads both page by page.
    mutating func list<Item: Decodable & Sendable, Other: Decodable & Sendable>(
      _ call: Call<[Item]>, _ other: Call<[Other]>
    ) async {
      hand += await requests { for try await _ in $0.items(of: call) {} }
      macro += await requests { for try await _ in $0.items(of: other) {} }
    }

    private func requests(_ send: (Client) async throws -> Void) async -> [Request] {
      let stub = StubTransport(.json(response))
      try? await send(Client(baseURL: "https://host/base", transport: stub))
      return stub.requests
    }

    /// Expects that every row of the table was sent, and that both requests are the same.
    func expectSame(of table: EndpointTable, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(hand.count == macro.count, sourceLocation: sourceLocation)
      #expect(Set(hand.map(\.endpoint.name)) == Set(table.rows.map(\.name)), sourceLocation: sourceLocation)
      for (hand, macro) in zip(hand, macro) {
        #expect(hand.endpoint.name == macro.endpoint.name, sourceLocation: sourceLocation)
        #expect(hand.head == macro.head, "\(hand.endpoint.name)", sourceLocation: sourceLocation)
        #expect(hand.body?.data == macro.body?.data, "\(hand.endpoint.name)", sourceLocation: sourceLocation)
      }
    }
  }
#endif
