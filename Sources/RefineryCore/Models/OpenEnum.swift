/// Values of which a description lists some. A value that it does not list is read, kept and written as it is.
///
/// ```swift
/// struct Role: OpenEnum {
///   let rawValue: String
///   init(rawValue: String) { self.rawValue = rawValue }
///
///   static var admin: Self { Self(rawValue: "admin") }
///   static var guest: Self { Self(rawValue: "guest") }
///   static var knownValues: [Self] { [admin, guest] }
/// }
/// ```
/// The raw values are text, integers or numbers. In a path, a query or a form, the value is its raw value. A `switch` over
/// such values needs a `default`:
///
/// ```swift
/// switch user.role {
/// case .admin: allow()
/// default: deny()
/// }
/// ```
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible, QueryConvertible
where RawValue: Codable & Hashable & Sendable & QueryConvertible {
  /// The value with any raw value.
  init(rawValue: RawValue)

  /// The values that the description lists.
  static var knownValues: [Self] { get }
}

extension OpenEnum {
  /// Whether the description lists this value.
  public var isKnown: Bool { Self.knownValues.contains(self) }

  /// The raw value as text.
  public var description: String { String(describing: rawValue) }
}

extension OpenEnum where RawValue == String {
  /// A value that is read next.
  public init(_ unread: Unread) { self.init(rawValue: "") }
}

extension OpenEnum where RawValue == Int {
  /// A value that is read next.
  public init(_ unread: Unread) { self.init(rawValue: 0) }
}

extension OpenEnum where RawValue == Double {
  /// A value that is read next.
  public init(_ unread: Unread) { self.init(rawValue: 0) }
}
