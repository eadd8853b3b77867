#if Import
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryImport
  import RefineryJSON
  import RefineryMultipart
  import RefineryTesting
  import Testing

  /// `Golden/*.swift` is what an import of `Fixtures/shop.yaml` writes. It is compiled here, and called.
  @Suite struct GoldenTests {
    private let order = #"{"id":7,"total":"12.50","created":1700000000,"note":null,"payment":{"kind":"card","last4":"4242"}}"#

    private func client(_ stub: StubTransport) -> Client { Client(baseURL: Shop.baseURL, transport: stub) }

    @Test("O04, S03: an import writes these files, byte for byte")
    func files() throws {
      var options = ImportOptions.named("Shop")
      options.access = .internal
      let imported = try Imported(Fixture.text("Fixtures/shop.yaml"), options)
      #expect(imported.report == [])
      let golden = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder.appending(path: "Golden").path)
      #expect(imported.files.map(\.path).sorted() == golden.sorted())
      for file in imported.files { #expect(try file.text == Fixture.text("Golden/\(file.path)")) }
    }

    @Test("S01: a list is asked for with its parameters, and each model is read")
    func list() async throws {
      let stub = StubTransport(.json("[\(order)]"))
      let call = Shop.Orders.listOrders(
        status: .inDelivery, createdAtGte: CalendarDate("2024-02-29"), xRequestID: "r1")
      let orders = try await client(stub).send(call)
      #expect(stub.last?.method == .get)
      #expect(stub.last?.path == "/v1/orders")
      #expect(stub.last?.query == ["status": ["in-delivery"], "created_at[gte]": ["2024-02-29"]])
      #expect(stub.last?.headers[HTTPField.Name("X-Request-ID") ?? .accept] == "r1")
      let order = try #require(orders.first)
      #expect(order.id == 7)
      #expect(order.total == Decimal(string: "12.5"))
      #expect(order.created == Date(timeIntervalSince1970: 1_700_000_000))
      #expect(order.note == .null)
      #expect(order.status == nil)
      #expect((order.payment.content as? Shop.Card)?.last4 == "4242")
    }

    @Test("S03: what is sent has the form of the description, and an unknown value or branch comes back as it was")
    func create() async throws {
      let stub = StubTransport(
        .json(#"{"id":1,"status":"lost","total":"1","created":2,"payment":{"kind":"coin","side":1}}"#, status: 201))
      let due = try #require(CalendarDate(year: 2024, month: 1, day: 2))
      let sent = Shop.Order(
        id: 7, total: 2, created: Date(timeIntervalSince1970: 5), payment: .invoice(Shop.Invoice(due: due)), note: .null)
      let received = try await client(stub).send(Shop.Orders.createOrder(body: sent))
      let body = try JSONValue(parsing: try #require(stub.last?.body))
      let expected = #"{"id":7,"total":"2","created":5,"note":null,"payment":{"kind":"invoice","due":"2024-01-02"}}"#
      #expect(try body == JSONValue(parsing: Data(expected.utf8)))
      #expect(received.status == Shop.Status(rawValue: "lost"))
      #expect((received.payment.content as? JSONValue)?["side"]?.int == 1)
      let again = try JSONValue(parsing: JSONEncoder().encode(received))
      #expect(again["status"]?.string == "lost")
      #expect(again["payment"]?["kind"]?.string == "coin")
    }

    @Test("S01: an error has the type of its status")
    func error() async throws {
      let stub = StubTransport(.json(#"{"code":"empty"}"#, status: 422), .json(#"{"code":"down"}"#, status: 500))
      let api = client(stub)
      let denied = await #expect(throws: CallError.self) { try await api.send(Shop.Orders.listOrders()) }
      #expect(denied?.details(as: Shop.Problem.self)?.code == "empty")
      let other = await #expect(throws: CallError.self) { try await api.send(Shop.Orders.listOrders()) }
      #expect(other?.details(as: Shop.Problem.self) == nil)
    }

    @Test("S01: a form has its parts")
    func form() async throws {
      let stub = StubTransport(.status(204))
      let file = MultipartForm.Part.data("x", Data("PDF".utf8), filename: "a.pdf", contentType: "application/pdf")
      _ = try await client(stub).send(Shop.Orders.attachReceipt(orderID: 7, file: file, note: "paid"))
      #expect(stub.last?.method == .put)
      #expect(stub.last?.path == "/v1/orders/7/receipt")
      let text = String(decoding: try await stub.requests.last?.body?.collect() ?? Data(), as: UTF8.self)
      #expect(text.contains(#"name="file"; filename="a.pdf""#))
      #expect(text.contains("name=\"note\"\r\n\r\npaid\r\n"))
    }
  }
#endif
