// Written by `refinery import` from Xero Accounting API 16.1.0. Do not edit it: import again.

public import RefineryCore

/// Xero Accounting API 16.1.0.
///
/// Authentication, by `AuthMiddleware`:
/// - `OAuth2`: OAuth 2, with tokens from <https://identity.xero.com/connect/token>
public enum Xero {
  /// The base URL of its server.
  public static let baseURL = "https://api.xero.com/api.xro/2.0"

  /// All its rows.
  public static let table = EndpointTable("Xero", [Accounting.self])
}
