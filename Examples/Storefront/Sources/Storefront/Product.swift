import Hummingbird
package import Refinery

/// A product of the catalogue.
package struct Product: Codable, Identifiable, Hashable, Sendable, ResponseCodable {
  /// The number of the product.
  package var id: Int
  /// What customers call it.
  package var name: String
  /// The price of one.
  package var pence: Int
}

// The rows are the catalogue's own documentation. This deployment overrides their paths: see storefront.json.
extension Product: Readable, Enumerable {
  package static let path: URITemplate = "products"
  package static let listEnvelope: MemberPath = "items"
}
