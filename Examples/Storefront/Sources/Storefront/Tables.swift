package import Refinery

/// The rows of both services.
package enum Tables {
  /// The rows of the catalogue.
  package static let catalogue = EndpointTable("Catalogue", [Product.self])
  /// The rows of the order service.
  package static let orders = EndpointTable("Orders", [Order.self])
}
