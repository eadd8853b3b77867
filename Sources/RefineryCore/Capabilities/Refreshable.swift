/// A reference model that is updated in place, so that all references to it see the new state.
///
/// ```swift
/// try await api.send(person.update().refreshing(person))
/// ```
public protocol Refreshable: AnyObject, Sendable {
  /// Takes over the members of a response. Members that the response lacks are not changed.
  ///
  /// - Throws: any error; it becomes the underlying error of the `CallError`, whose stage is mapping.
  func refresh(from answer: JSONValue) throws
}

extension ScopedCall {
  /// The same call, which updates an existing object with the response.
  public func refreshing<Model: Refreshable>(_ model: Model) -> ScopedCall<Model, Parent> {
    let json = Mapping<JSONValue>.json
    return remapped(
      Mapping { input in
        try model.refresh(from: json.read(&input))
        return model
      })
  }
}
