package import Backends
package import Hummingbird
import Logging

/// The services that the app calls, for `swift run` and for the load test. They are not part of the app.
package enum Upstream {
  /// The catalogue: `GET /v2/products` and `GET /v2/products/{id}`, without credentials.
  package static func catalogue(port: Int, served: LineFile) -> some ApplicationProtocol {
    let (router, faults) = router()
    let routes = router.group("v2/products").add(middleware: Ledger(service: "catalogue", faults: faults, served: served))
    let products = (1...50).map { Product(id: $0, name: "Product \($0)", pence: $0 * 100) }
    routes.get { _, _ in ProductList(items: products) }
    routes.get(":id") { _, context in
      let id = try context.parameters.require("id", as: Int.self)
      guard let product = products.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
      return product
    }
    return application(router, port)
  }

  /// The orders: `POST /token`, `POST /orders` and `GET /order/{id}`, with a bearer token.
  package static func orders(port: Int, secret: String, served: LineFile) -> some ApplicationProtocol {
    let (router, faults) = router()
    let book = OrderBook()
    let tokens = TokenBook(client: "storefront", secret: secret)
    let routes = router.group("").add(middleware: Ledger(service: "orders", faults: faults, served: served))
    routes.post("token") { request, _ in try tokens.grant(request) }
    let orders = routes.group("").add(middleware: BearerTokens(tokens: tokens))
    orders.post("orders") { request, context in
      let draft = try await request.decode(as: OrderBook.Draft.self, context: context)
      return EditedResponse(status: .created, response: book.add(draft, key: request.headers[.idempotencyKey]))
    }
    orders.get("order/:id") { _, context in
      guard let order = book[try context.parameters.require("id", as: Int.self)] else { throw HTTPError(.notFound) }
      return order
    }
    return application(router, port)
  }

  private static func router() -> (Router<BasicRequestContext>, FaultSwitch) {
    let router = Router()
    let faults = FaultSwitch()
    router.put("faults") { request, context in
      faults.set(try await request.decode(as: Faults.self, context: context))
      return HTTPResponse.Status.noContent
    }
    return (router, faults)
  }

  private static func application(_ router: Router<BasicRequestContext>, _ port: Int) -> some ApplicationProtocol {
    let logger = Logger(label: "upstream") { _ in SwiftLogNoOpLogHandler() }
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
  }

  private struct Product: ResponseEncodable, Sendable { var id: Int, name: String, pence: Int }
  private struct ProductList: ResponseEncodable { var items: [Product] }
}
