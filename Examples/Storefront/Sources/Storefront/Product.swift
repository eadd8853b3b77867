import Hummingbird
package import Refinery

/// A product of the catalogue.
package struct Product: Codable, Identifiable, Hashable, Sendable, ResponseCodable {
  /// The number of the product.
  package var id: Int
  /// The name that customers see.
  package var name: String
  /// The price of one item.
  package var pence: Int
}

// The rows have the default paths. This deployment overrides the paths in storefront.json.
extension Product: Readable, Enumerable {
  package static let path: URITemplate = "products"
  package static let listEnvelope: MemberPath = "items"
}
