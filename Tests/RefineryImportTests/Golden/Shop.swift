// Written by `refinery import` from Shop 1.2. Do not edit it: import again.

import RefineryCore

/// A shop with orders.
///
/// Authentication, by `AuthMiddleware`:
/// - `token`: `.bearer(token)`
enum Shop {
  /// The base URL of its server.
  static let baseURL = "https://api.shop.example/v1"

  /// All its rows.
  static let table = EndpointTable("Shop", [Orders.self])
}
