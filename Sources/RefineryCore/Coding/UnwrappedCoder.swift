package import FoundationEssentials

/// A coder, and the place where it writes a model. For code that works on the model's own members.
///
/// A coder may write a model within other members, as JSON:API does in `data`. This type finds the place once, and removes and
/// adds the members around the model. To find it, it encodes a test value, unless the coder is a ``ChangeCoder``.
///
/// ```swift
/// let unwrapped = UnwrappedCoder(input.coder)
/// let object = unwrapped.object(in: input.sent)   // what was sent, without the members around it
/// ```
package struct UnwrappedCoder: Sendable, Redacted {
  /// The coder.
  package let coder: any Coder
  /// The path of a model in a body of this coder. Empty if the model is the body.
  package let envelope: [String]

  /// Finds out where a coder writes a model: at most four levels deep.
  package init(_ coder: any Coder) {
    self.coder = coder
    if let coder = coder as? any ChangeCoder {
      envelope = coder.trackedEnvelope
      return
    }
    // Any type can be a coder, so only a test value shows how a coder wraps values.
    let probe: JSONValue = ["refinery.probe": true]
    let body = (try? coder.encode(probe, nulls: nil)).flatMap { try? JSONValue(parsing: $0) }
    envelope = body.flatMap { Self.path(to: probe, in: $0, levels: 4) } ?? []
  }

  private static func path(to probe: JSONValue, in json: JSONValue, levels: Int) -> [String]? {
    if json == probe { return [] }
    guard levels > 0, case .object(let members) = json else { return nil }
    for (key, value) in members {
      if let rest = path(to: probe, in: value, levels: levels - 1) { return [key] + rest }
    }
    return nil
  }

  /// Returns the model's object in a body of this coder; nil if there is none.
  package func object(in body: Data?) -> JSONValue? {
    guard let body, let json = try? JSONValue(parsing: body).value(at: MemberPath(parts: envelope)), json.object != nil else {
      return JSONValue?.none
    }
    return json
  }

  /// Returns the object that was sent, with the members of the response merged in: see ``ChangeCoder/merging(sent:with:)``.
  package func merging(sent: JSONValue.Object, with received: JSONValue.Object) -> JSONValue {
    if let coder = coder as? any ChangeCoder { return coder.merging(sent: .object(sent), with: .object(received)) }
    return .object(sent.merging(received))
  }

  /// Decodes a model from its object.
  ///
  /// - Throws: ``MappingError``.
  package func decode<Model: Decodable>(_ type: Model.Type, from object: JSONValue) throws -> Model {
    guard coder is any ChangeCoder else { return try coder.decode(type, from: object.data(), at: []) }
    let body = envelope.reversed().reduce(object) { .object([(key: $1, value: $0)]) }
    return try coder.decode(type, from: body.data(), at: envelope)
  }
}
