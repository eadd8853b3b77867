public import FoundationEssentials

/// A coder that has its own way to say what changed about a model, because its bodies hold more than the model's members or
/// its format is no merge patch, as in JSON:API.
///
/// A ``Tracked`` model then compares the objects at ``trackedEnvelope``, and asks the coder for the body of what differs. The
/// style ``PatchStyle/Format/jsonPatch`` still sends a JSON patch.
public protocol ChangeCoder: Coder {
  /// Where in its bodies the object is that stands for a model.
  var trackedEnvelope: [String] { get }

  /// The body that tells the server what differs.
  ///
  /// - Parameters:
  ///   - changes: the members that differ at any depth; null for those that are gone.
  ///   - target: the object as it is to be.
  ///   - id: the id of the resource in the call's path, if there is one.
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``.
  func encode(changes: MergePatch, towards target: RawJSON, changing id: String?) throws -> Data

  /// The object as the server has it now, where its response may say only a part of what was sent.
  ///
  /// The default lays the members of the response over those that were sent.
  func merging(sent: RawJSON, with received: RawJSON) -> RawJSON
}

extension ChangeCoder {
  /// The members of the response over those that were sent.
  public func merging(sent: RawJSON, with received: RawJSON) -> RawJSON {
    guard let sent = sent.object, let received = received.object else { return received }
    return .object(sent.merging(received))
  }
}
