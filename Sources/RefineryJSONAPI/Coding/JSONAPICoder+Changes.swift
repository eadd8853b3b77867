public import FoundationEssentials
public import RefineryCore

/// Sends the changes of `Tracked` models. Each changed attribute and each changed linkage is sent as a whole; a merge patch
/// would send only parts.
///
/// ```swift
/// var article = try await api.send(Article.read("1").tracked)
/// article.value.author = .to(id: "9")
/// try await api.save(&article)   // only the relationship
/// try await api.save(&article)   // nothing
/// ```
extension JSONAPICoder: ChangeCoder {
  /// The primary data of a document.
  public var trackedEnvelope: [String] { ["data"] }

  /// Returns a document with the attributes, the linkage of relationships, and the meta that differ.
  ///
  /// A removed attribute is sent as null; a removed relationship is not sent.
  public func encode(changes: MergePatch, towards target: JSONValue, changing id: String?) throws -> Data {
    guard let type = target["type"]?.string ?? type else {
      throw MappingError(.unencodable, at: ["data", "type"], underlying: ResourceFault.unknownType)
    }
    var attributes: JSONValue.Object = [:]
    for (name, _) in changes.document["attributes"]?.object ?? [:] {
      attributes[name] = target["attributes"]?[name] ?? JSONValue.null
    }
    var relationships: JSONValue.Object = [:]
    for (name, change) in changes.document["relationships"]?.object ?? [:] where change["data"] != nil {
      relationships[name] = .object(["data": target["relationships"]?[name]?["data"] ?? JSONValue.null])
    }
    var resource = RawResource(
      identifier: ResourceIdentifier(type: type, id: id ?? target["id"]?.string), attributes: attributes,
      relationships: relationships)
    if changes.document["meta"] != nil { resource.meta = target["meta"] }
    if conformance != .lenient { try resource.checkNames(at: ["data"]) }
    return JSONValue.object(["data": resource.json]).data(sortedKeys: true)
  }

  /// Merges the resource object of the response into the sent one. Attributes, relationships and the members of each
  /// relationship are merged one by one; every other member is replaced as a whole.
  public func merging(sent: JSONValue, with received: JSONValue) -> JSONValue {
    guard var result = sent.object, let received = received.object else { return received }
    for (name, value) in received {
      switch name {
      case "attributes": result[name] = Self.laid(value, over: result[name], levels: 1)
      case "relationships": result[name] = Self.laid(value, over: result[name], levels: 2)
      default: result[name] = value
      }
    }
    return .object(result)
  }

  private static func laid(_ new: JSONValue, over old: JSONValue?, levels: Int) -> JSONValue {
    guard levels > 0, let old, var result = old.object else { return new }
    if new.isNull { return old }
    guard let members = new.object else { return new }
    for (name, value) in members { result[name] = laid(value, over: result[name], levels: levels - 1) }
    return .object(result)
  }
}
