/// A property that is stored at another place, so that a model can contain itself.
///
/// ```swift
/// struct Folder: ObjectModel {
///   var name: String
///   @Boxed var parent: Folder?
/// }
/// ```
/// A box never changes: a new value gets a new box, so copies of a model are independent.
@propertyWrapper
public struct Boxed<Value> {
  fileprivate final class Box {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// A box with a value.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Boxed where Value: ExpressibleByNilLiteral {
  /// A box without a value.
  public init() { self.init(wrappedValue: nil) }
}

extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Boxed: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
