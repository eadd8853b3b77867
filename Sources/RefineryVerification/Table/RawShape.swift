import RefineryJSON

/// Finds the raw values of a type without knowing it at compile time.
enum RawShape {
  /// All raw values; nil if the type does not list them.
  static func values(of type: any Any.Type) -> [JSONValue]? {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    return values(type)
  }

  private static func values<Values: CaseIterable & RawRepresentable>(_ type: Values.Type) -> [JSONValue]? {
    var values: [JSONValue] = []
    for value in type.allCases {
      switch value.rawValue {
      case let text as String: values.append(.string(text))
      case let number as any BinaryInteger: values.append(JSONValue(number))
      default: return nil
      }
    }
    return values
  }

  /// The type of the raw value; nil for a type without one.
  static func rawType(of type: any Any.Type) -> (any Any.Type)? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return rawType(type)
  }

  private static func rawType<Value: RawRepresentable>(_ type: Value.Type) -> any Any.Type { Value.RawValue.self }
}

extension JSONValue {
  fileprivate init(_ integer: some BinaryInteger) { self = .number(integer) }
}

extension RawShape {
  /// One of the values that a type lists; nil if it lists none.
  static func firstValue(of type: any Any.Type) -> Any? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return first(type)
  }

  private static func first<Values: CaseIterable>(_ type: Values.Type) -> Any? { type.allCases.first }
}
