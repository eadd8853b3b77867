/// What an absent list means: see ``Options/absentList``.
public enum AbsentList: Sendable, Hashable {
  /// The response is not what the call expects: it ends at stage mapping.
  case fault
  /// The list has no elements.
  case empty
}
