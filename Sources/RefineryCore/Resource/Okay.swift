/// Success without a value: the output of a delete, and of any call with `.okay`.
public struct Okay: Sendable, Hashable {
  /// The one value.
  public init() {}
}
