import FoundationEssentials

/// Encodes models as JSON objects, without the members that a coder wraps around them.
struct ModelWriter: Sendable {
  let coder: any Coder
  /// The path of the model in a body of this coder.
  let envelope: [String]

  init(_ coder: any Coder) {
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

  /// Encodes a model as a JSON object.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``.
  func object<Model: Encodable>(of model: Model, nulls: NullPolicy) throws -> JSONValue {
    let data = try coder.encode(model, nulls: nulls)
    guard let body = try? JSONValue(parsing: data) else {
      throw Untrackable(model: Model.self, reason: "its coder writes no JSON")
    }
    guard let json = body.value(at: KeyPathText(parts: envelope)) else {
      throw Untrackable(model: Model.self, reason: "its coder wraps it in another way than other values")
    }
    guard json.object != nil else {
      throw Untrackable(
        model: Model.self, reason: "it is written as \(json.kindName), and only objects have members to compare")
    }
    return json
  }

  /// Returns the object in a body of this coder, if there is one.
  func object(in body: Data?) -> JSONValue? {
    guard let body, let json = try? JSONValue(parsing: body).value(at: KeyPathText(parts: envelope)), json.object != nil else {
      return JSONValue?.none
    }
    return json
  }

  /// Returns the object that was sent, with the members of the response merged in.
  func merging(sent: JSONValue.Object, with received: JSONValue.Object) -> JSONValue {
    if let coder = coder as? any ChangeCoder { return coder.merging(sent: .object(sent), with: .object(received)) }
    return .object(sent.merging(received))
  }

  func decode<Model: Decodable>(_ type: Model.Type, from object: JSONValue) throws -> Model {
    guard coder is any ChangeCoder else { return try coder.decode(type, from: object.data(), at: []) }
    let body = envelope.reversed().reduce(object) { .object([(key: $1, value: $0)]) }
    return try coder.decode(type, from: body.data(), at: envelope)
  }
}

/// A model whose changes cannot be compared, because its coder does not encode it as a JSON object.
public struct Untrackable: SafelyDescribed, Equatable {
  /// The model's type.
  public let model: String
  /// Why, in a few words.
  public let reason: String

  init(model: any Any.Type, reason: String) {
    self.model = String(describing: model)
    self.reason = reason
  }

  /// One line, safe to log.
  public var description: String { "\(model) cannot be tracked: \(reason)" }
}
