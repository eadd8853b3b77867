import Hummingbird
package import Refinery

/// An order of one product.
package struct Order: Codable, Identifiable, Hashable, Sendable, ResponseCodable {
  /// The body of a request that places an order.
  package struct Draft: Codable, Sendable {
    /// The number of the product.
    package var product: Product.ID
    /// How many of it.
    package var quantity: Int
  }

  /// The number of the order.
  package var id: Int
  /// The number of the product.
  package var product: Product.ID
  /// How many of it.
  package var quantity: Int
}

extension Order: Creatable, Readable {
  package static let path: URITemplate = "orders"
  package static let readPath: URITemplate = "order/{id}"  // one path differs from the default
}

/// An order together with its product, from both services.
package struct OrderDetails: Codable, Hashable, Sendable, ResponseCodable {
  /// The order.
  package var order: Order
  /// The product that was ordered.
  package var product: Product
}
