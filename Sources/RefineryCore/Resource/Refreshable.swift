/// A reference model that takes new state in place, so that everyone who holds it sees it.
///
/// ```swift
/// try await api.send(person.update().refreshing(person))
/// ```
public protocol Refreshable: AnyObject, Sendable {
  /// Takes over what an answer says; members it lacks stay as they are.
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
