extension Members {
  /// The members that the list does not name. Call it last.
  ///
  /// A key that is also the name of a listed member is not written.
  public func others<Value: Codable>(_ values: inout [String: Value]) {
    guard fault == nil else { return }
    do {
      switch mode {
      case .reading(let container):
        values = [:]
        for key in unlisted(container) { values[key.stringValue] = try container.decode(Value.self, forKey: key) }
      case .writing(var container):
        for (key, value) in unlisted(values) { try container.encode(value, forKey: key) }
      case .describing: describe(others: Value.self)
      }
    } catch { note(error) }
  }

  /// The members that the list does not name, each with a coding. Call it last.
  public func others<Value>(_ values: inout [String: Value], _ coding: MemberCoding<Value>) {
    guard fault == nil else { return }
    do {
      switch mode {
      case .reading(let container):
        values = [:]
        for key in unlisted(container) { values[key.stringValue] = try coding.read(container, key) }
      case .writing(var container):
        for (key, value) in unlisted(values) { try coding.write(value, &container, key) }
      case .describing: describe(others: Value.self, coding.description)
      }
    } catch { note(error) }
  }

  private func unlisted(_ container: KeyedDecodingContainer<MemberName>) -> [MemberName] {
    let names = ModelShape.object(of: model).names
    return container.allKeys.filter { !names.contains($0.stringValue) }
  }

  private func unlisted<Value>(_ values: [String: Value]) -> [(MemberName, Value)] {
    if values.isEmpty { return [] }
    let names = ModelShape.object(of: model).names
    return values.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.map { (MemberName($0.key), $0.value) }
  }
}
