package import Backends
import HTTPTypes
package import Hummingbird
import Refinery
import RefineryIdempotency

/// The app: a shop that reads products from one service and places orders with another.
package struct Storefront: Sendable {
  let catalogue: UpstreamClient
  let orders: UpstreamClient
  let metrics: PrometheusRegistry

  /// Creates the app with its clients.
  ///
  /// - Throws: ``Misconfigured`` if a client cannot work.
  package init(catalogue: UpstreamClient, orders: UpstreamClient, metrics: PrometheusRegistry) throws {
    let problems = catalogue.client.problems + orders.client.problems
    guard problems.isEmpty else { throw Misconfigured(problems: problems) }
    self.catalogue = catalogue
    self.orders = orders
    self.metrics = metrics
  }

  /// The routes of the app.
  package var router: Router<BasicRequestContext> {
    let (catalogue, orders, metrics) = (catalogue.client, orders.client, metrics)
    let router = Router()
    router.get("health") { [self] _, _ in Health(of: [self.catalogue, self.orders]) }
    router.get("metrics") { _, _ in metrics.text }

    let shop = router.group("")
      .add(middleware: TracingMiddleware())
      .add(middleware: MetricsMiddleware())
      .add(middleware: RequestIDs())
      .add(middleware: UpstreamErrors())
    shop.get("products") { _, _ in try await catalogue.send(Product.enumerate()) }
    shop.get("products/:id") { _, context in
      try await catalogue.send(Product.read(context.parameters.require("id", as: Int.self)))
    }
    shop.post("orders") { request, context in
      let draft = try await request.decode(as: Order.Draft.self, context: context)
      // A key makes a retry safe: the order service creates one order for each key. If the caller sends no key, the client
      // makes one, as the configuration says.
      var call = Order.create(draft)
      if let key = request.headers[.idempotencyKey] {
        // All callers that send an empty key would share that key.
        guard !key.isEmpty else { throw HTTPError(.badRequest) }
        call = call.idempotencyKey(key)
      }
      let order = try await orders.send(call)
      return EditedResponse(status: .created, response: order)
    }
    shop.get("orders/:id") { _, context in
      let order = try await orders.send(Order.read(context.parameters.require("id", as: Int.self)))
      return OrderDetails(order: order, product: try await catalogue.send(Product.read(order.product)))
    }
    return router
  }
}

/// The error for clients that cannot work.
package struct Misconfigured: Error {
  /// A sentence for each problem.
  package var problems: [String]
}

extension HTTPField.Name {
  // The text is a token, so the initializer never returns nil.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
}
