public import FoundationEssentials

/// What a ``Client`` accepts as its base URL: a `String`, a `URL`, or an optional `URL`.
///
/// ```swift
/// let api = Client(baseURL: "https://api.example.com/v1", transport: URLSessionTransport())
/// ```
public protocol BaseURLConvertible {
  /// Returns the URL, or nil if this is not one. ``Client/problems`` then reports it, and every call fails.
  func makeURL() -> URL?
}

extension URL: BaseURLConvertible {
  /// The URL itself.
  public func makeURL() -> URL? { self }
}

extension String: BaseURLConvertible {
  /// The URL that the text is, if it is one.
  public func makeURL() -> URL? { URL(string: self) }
}

extension URL?: BaseURLConvertible {
  /// The URL, if there is one.
  public func makeURL() -> URL? { self }
}
