extension Members {
  /// The members that the list does not name. Call it last.
  ///
  /// A key that is also the name of a listed member is not written.
  public func others<Value: Codable>(_ values: inout [String: Value]) {
    attempt {
      switch direction {
      case .reading:
        values = [:]
        for name in unlisted() { values[name] = try value(name) }
      case .writing:
        for (name, value) in unlisted(values) {
          var value = value
          try exchange(name, &value)
        }
      case .describing(let description): description.describe(others: Value.self, nil)
      }
    }
  }

  /// The members that the list does not name, each with a coding. Call it last.
  public func others<Value>(_ values: inout [String: Value], _ coding: MemberCoding<Value>) {
    attempt {
      switch direction {
      case .reading:
        values = [:]
        for name in unlisted() { values[name] = try coding.read(self, name) }
      case .writing: for (name, value) in unlisted(values) { try coding.write(value, self, name) }
      case .describing(let description): description.describe(others: Value.self, coding.description)
      }
    }
  }

  /// The names of the members of the object that the list does not name.
  private func unlisted() -> [String] {
    let listed = ModelShape.object(of: model).names
    return names.filter { !listed.contains($0) }
  }

  private func unlisted<Value>(_ values: [String: Value]) -> [(key: String, value: Value)] {
    if values.isEmpty { return [] }
    let listed = ModelShape.object(of: model).names
    return values.filter { !listed.contains($0.key) }.sorted { $0.key < $1.key }
  }
}
