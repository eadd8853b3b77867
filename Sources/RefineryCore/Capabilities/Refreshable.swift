/// A reference model that is updated in place, so that all references to it see the new state.
///
/// ```swift
/// try await api.send(person.update().refreshing(person))
/// ```
public protocol Refreshable: AnyObject, Sendable {
  /// Takes the members of a response. Members that the response does not have stay as they are.
  ///
  /// - Throws: an error that becomes the underlying one of the call's, at stage mapping.
  func refresh(from answer: RawJSON) throws
}

extension Call {
  /// The same call, its answer put into an object that keeps its identity.
  public func refreshing<Model: Refreshable>(_ model: Model) -> Call<Model> {
    let answer = Mapping<RawJSON>.json
    return remapped(
      Mapping { input in
        try model.refresh(from: answer.read(&input))
        return model
      })
  }
}
