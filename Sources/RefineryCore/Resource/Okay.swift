/// It worked, and there is nothing more to say: what a delete returns, and any call by `.okay`.
public struct Okay: Sendable, Hashable {
  /// The one value.
  public init() {}
}
