import HTTPTypes
import Hummingbird
import Synchronization

/// The orders that were placed. If an `Idempotency-Key` is repeated, the first order is returned and no other one is created.
final class OrderBook: Sendable {
  struct Draft: Decodable { var product: Int, quantity: Int }
  struct Order: ResponseEncodable, Sendable { var id: Int, product: Int, quantity: Int }

  private struct State {
    var orders: [Order] = []
    var keys: [String: Order] = [:]
  }

  private let state = Mutex(State())

  subscript(id: Int) -> Order? {
    state.withLock { state in state.orders.indices.contains(id - 1) ? state.orders[id - 1] : nil }
  }

  func add(_ draft: Draft, key: String?) -> Order {
    state.withLock { state in
      if let key, let known = state.keys[key] { return known }
      let order = Order(id: state.orders.count + 1, product: draft.product, quantity: draft.quantity)
      state.orders.append(order)
      if let key { state.keys[key] = order }
      return order
    }
  }
}

extension HTTPField.Name {
  // The text is a token, so the initializer never returns nil.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
}
