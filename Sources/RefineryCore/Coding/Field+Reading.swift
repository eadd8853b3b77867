public import RefineryJSON

extension Field: JSONReadable where Value: JSONReadable {
  /// Reads `null` or a value. That a member is missing only its object can know: see `JSONOmittable`.
  @inlinable
  public init(json: inout JSONReader) throws { self = try json.isNull() ? .null : .value(Value(json: &json)) }
}

extension Field: JSONOmittable {}
