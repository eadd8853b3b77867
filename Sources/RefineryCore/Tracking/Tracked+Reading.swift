import FoundationEssentials
import HTTPTypes

extension Tracked {
  /// Reads the response to a call that sent the whole model, or nothing.
  init(reading answer: inout Answer, of held: Tracked? = nil) throws {
    let writer = ModelWriter(answer.coder)
    let sent = writer.object(in: answer.sent)
    let told = (sent?.object ?? [:]).filter { !$0.value.isNull }.map(\.key)
    try self.init(reading: &answer, writer: writer, of: held, expected: sent, told: Set(told))
  }

  /// Reads the response to a call after which the server is expected to have this state.
  ///
  /// - Parameter told: the sent members; a response that lacks one of them is incomplete.
  init(reading answer: inout Answer, of held: Tracked, expected: JSONValue, told: Set<String>) throws {
    try self.init(reading: &answer, writer: held.writer, of: held, expected: expected, told: told)
  }

  private init(
    reading answer: inout Answer, writer: ModelWriter, of held: Tracked?, expected: JSONValue?, told: Set<String>
  ) throws {
    let place = answer.place(or: Model.objectEnvelope)
    let style = held?.style ?? answer.style(of: Model.self)
    let received = answer.data.isBlank ? nil : try Self.object(in: answer, at: place)
    let memory: JSONValue
    var value: Model?
    switch (received, expected) {
    case (let received?, let expected?):
      let model = told.allSatisfy({ received[$0] != nil }) ? try? answer.model(Model.self, at: place) : nil
      value = model
      memory = model == nil ? writer.merging(sent: expected.object ?? [:], with: received) : .object(received)
    case (nil, let expected?):
      memory = expected
      // The response is empty. If everything was sent, the model is in the state that was sent.
      if style.nulls == .nullified, !style.ignoresArrays { value = held?.value }
    case (_, nil):
      // Also if there is no object: the coder has the best error.
      value = try answer.model(Model.self, at: place)
      memory = received.map { .object($0) } ?? .null
    }
    if received != nil, let held, let live = held.value as? any Refreshable {
      try live.refresh(from: held.clearing(memory))
      value = held.value
    }
    try self.init(
      value ?? writer.decode(Model.self, from: memory), memory: memory, entityTag: answer.head.headerFields[.eTag],
      style: style, writer: writer, values: held?.values ?? answer.values)
  }

  /// The server's object, with null for members that this model encodes and the server lacks, so that a reference model clears
  /// them, too.
  func clearing(_ memory: JSONValue) throws -> JSONValue {
    var members = memory.object ?? [:]
    for key in try current().object?.keys ?? [] where members[key] == nil { members[key] = JSONValue.null }
    return .object(members)
  }

  /// The object in a response; nil if it is missing or null.
  private static func object(in answer: Answer, at place: KeyPathText) throws -> JSONValue.Object? {
    guard let json = try answer.json().value(at: place), !json.isNull else { return nil }
    guard let object = json.object else { throw MappingError(.wrongShape, at: place.parts, expected: "object") }
    return object
  }

  /// The elements of a list.
  static func list(reading answer: inout Answer) throws -> [Tracked] {
    let place = answer.place(or: Model.listEnvelope)
    let list = try answer.coder.decodeList(
      Model.self, from: answer.data, at: place.parts, onFailure: answer.options[ElementPolicyOption.self])
    answer.skipped = list.skipped
    let skipped = Set(list.skipped.map(\.index))
    let elements = try answer.json().value(at: place)?.array ?? []
    let kept = elements.enumerated().filter { !skipped.contains($0.offset) }.map(\.element)
    guard kept.count == list.elements.count else {
      throw Untrackable(model: Model.self, reason: "its coder makes another number of models than there are elements")
    }
    let writer = ModelWriter(answer.coder)
    let style = answer.style(of: Model.self)
    return try zip(list.elements, kept).map { model, element in
      try Tracked(model, memory: element, entityTag: nil, style: style, writer: writer, values: answer.values)
    }
  }
}

extension Answer {
  func json() throws -> JSONValue {
    do { return try JSONValue(parsing: data) } catch { throw MappingError(decoding: error, expecting: JSONValue.self) }
  }

  /// The style of the call that received the model, or of the model's patch row.
  fileprivate func style<Model: Patchable>(of type: Model.Type) -> PatchStyle {
    options.explicit(PatchStyleOption.self) ?? Model.patchEndpoint.options[PatchStyleOption.self]
  }

  fileprivate func model<Model: Decodable>(_ type: Model.Type, at place: KeyPathText) throws -> Model {
    try coder.decode(type, from: data, at: place.parts)
  }
}
