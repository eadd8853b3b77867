extension JSONValue {
  /// Returns the value at the end of a path of member names. A number is the index of an array's element.
  ///
  /// ```swift
  /// json.value(at: "people.0.id")?.int
  /// ```
  public func value(at path: MemberPath) -> JSONValue? {
    var current = self
    for part in path.parts {
      let next = if case .array = current { Int(part).flatMap { current[$0] } } else { current[part] }
      guard let next else { return nil }
      current = next
    }
    return current
  }
}

// The descriptions of these errors contain names of members, but nothing else of a document.
extension JSONMalformed: SafelyDescribed {}
extension JSONValue.Malformed: SafelyDescribed {}
extension JSONPatch.Malformed: SafelyDescribed {}
extension JSONPatch.Failure: SafelyDescribed {}
extension JSONPointer.Malformed: SafelyDescribed {}
extension MergePatch.Inexpressible: SafelyDescribed {}
