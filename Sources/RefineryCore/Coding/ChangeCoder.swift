public import FoundationEssentials

/// A coder with its own format for changes, such as that of JSON:API: its bodies contain more than the model's members, or the
/// format is not a merge patch.
///
/// A `Tracked` model compares the objects at ``trackedEnvelope``, and the coder makes the body from the differences. With the
/// style `PatchStyle.Format.jsonPatch`, a JSON patch is sent instead.
public protocol ChangeCoder: Coder {
  /// The path of a model's object in the bodies of this coder.
  var trackedEnvelope: [String] { get }

  /// Makes the body with the differences.
  ///
  /// - Parameters:
  ///   - changes: the members that differ, at any depth; null for removed ones.
  ///   - target: the new state of the object.
  ///   - id: the id of the resource in the call's path, if there is one.
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``.
  func encode(changes: MergePatch, towards target: JSONValue, changing id: String?) throws -> Data

  /// Returns the object as it is on the server now. The response may contain only a part of what was sent.
  ///
  /// By default merges the members of the response into those that were sent.
  func merging(sent: JSONValue, with received: JSONValue) -> JSONValue
}

extension ChangeCoder {
  /// Merges the members of the response into those that were sent.
  public func merging(sent: JSONValue, with received: JSONValue) -> JSONValue {
    guard let sent = sent.object, let received = received.object else { return received }
    return .object(sent.merging(received))
  }
}
