import RefineryCore

extension UnwrappedCoder {
  /// Encodes a model as a JSON object.
  ///
  /// - Throws: ``Untrackable``, `MappingError`.
  func object<Model: Encodable>(of model: Model, nulls: NullPolicy) throws -> JSONValue {
    let data = try coder.encode(model, nulls: nulls)
    guard let body = try? JSONValue(parsing: data) else {
      throw Untrackable(model: Model.self, reason: "its coder does not write JSON")
    }
    guard let json = body.value(at: MemberPath(parts: envelope)) else {
      throw Untrackable(model: Model.self, reason: "its coder does not wrap it as it wraps other values")
    }
    guard json.object != nil else {
      throw Untrackable(model: Model.self, reason: "it is not written as an object, and only objects have members to compare")
    }
    return json
  }
}

/// A model whose changes cannot be compared, because its coder does not encode it as a JSON object.
package struct Untrackable: SafelyDescribed, Equatable {
  /// The model's type.
  package let model: String
  /// The reason, in a few words.
  package let reason: String

  init(model: any Any.Type, reason: String) {
    self.model = String(describing: model)
    self.reason = reason
  }

  /// One line, safe to log.
  package var description: String { "\(model) cannot be tracked: \(reason)" }
}
