import FoundationEssentials
import HTTPTypes
import RefineryCore

extension Tracked {
  /// Reads the response to a call that sent the whole model, or nothing.
  init(reading input: MappingInput, of held: Tracked? = nil) throws {
    let coder = UnwrappedCoder(input.coder)
    let sent = coder.object(in: input.sent)
    let told = (sent?.object ?? [:]).filter { !$0.value.isNull }.map(\.key)
    try self.init(reading: input, coder: coder, of: held, expected: sent, told: Set(told))
  }

  /// Reads the response to a call after which the server is expected to have this state.
  ///
  /// - Parameter told: the sent members; a response that lacks one of them is incomplete.
  init(reading input: MappingInput, of held: Tracked, expected: JSONValue, told: Set<String>) throws {
    try self.init(reading: input, coder: held.coder, of: held, expected: expected, told: told)
  }

  private init(
    reading input: MappingInput, coder: UnwrappedCoder, of held: Tracked?, expected: JSONValue?, told: Set<String>
  ) throws {
    let style = held?.style ?? input.style(of: Model.self)
    let received = try Self.object(in: input)
    let memory: JSONValue
    var value: Model?
    switch (received, expected) {
    case (let received?, let expected?):
      let model = told.allSatisfy({ received[$0] != nil }) ? try? input.decode(Model.self) : nil
      value = model
      memory = model == nil ? coder.merging(sent: expected.object ?? [:], with: received) : .object(received)
    case (nil, let expected?):
      memory = expected
      // The response is empty. If everything was sent, the model is in the state that was sent.
      if style.nulls == .null, !style.ignoresArrays { value = held?.value }
    case (_, nil):
      // This also runs if there is no object, because the coder throws the best error.
      value = try input.decode(Model.self)
      memory = received.map { .object($0) } ?? .null
    }
    if received != nil, let held, let live = held.value as? any Refreshable {
      try live.refresh(from: held.clearing(memory))
      value = held.value
    }
    try self.init(
      value ?? coder.decode(Model.self, from: memory), memory: memory, entityTag: input.head.headerFields[.eTag],
      style: style, coder: coder, values: held?.values ?? input.values)
  }

  /// The server's object, with null for members that this model encodes and the server lacks, so that a reference model clears
  /// them, too.
  func clearing(_ memory: JSONValue) throws -> JSONValue {
    var members = memory.object ?? [:]
    for key in try current().object?.keys ?? [] where members[key] == nil { members[key] = JSONValue.null }
    return .object(members)
  }

  /// The object in a response; nil if the body is empty, or if the object is missing or null.
  private static func object(in input: MappingInput) throws -> JSONValue.Object? {
    guard let json = try input.json()?.value(at: input.place), !json.isNull else { return nil }
    guard let object = json.object else { throw MappingError(.wrongShape, at: input.place.parts, expected: "object") }
    return object
  }

  /// The elements of a list.
  static func list(reading input: inout MappingInput) throws -> [Tracked] {
    guard input.options.itemEnvelope.parts.isEmpty else {
      throw Untrackable(model: Model.self, reason: "the row's itemEnvelope wraps each element, so a change cannot be sent back")
    }
    let place = input.place.parts
    let list: (elements: [Model], skipped: [SkippedElement])
    do {
      list = try input.coder.decodeList(
        Model.self, from: input.data, at: place, onFailure: input.options.elements)
    } catch let error as MappingError where input.options.acceptsAbsentList && error.isAbsence(of: place) {
      return []
    }
    input.skipped = list.skipped
    let skipped = Set(list.skipped.map(\.index))
    let elements = try input.json()?.value(at: input.place)?.array ?? []
    let kept = elements.enumerated().filter { !skipped.contains($0.offset) }.map(\.element)
    guard kept.count == list.elements.count else {
      throw Untrackable(model: Model.self, reason: "its coder returns more or fewer models than the list has elements")
    }
    let coder = UnwrappedCoder(input.coder)
    let style = input.style(of: Model.self)
    return try zip(list.elements, kept).map { model, element in
      try Tracked(model, memory: element, entityTag: nil, style: style, coder: coder, values: input.values)
    }
  }
}

extension MappingInput {
  /// The style of the call that received the model, or of the model's patch row.
  fileprivate func style<Model: Patchable>(of type: Model.Type) -> PatchStyle {
    options.explicit(PatchStyleKey.self) ?? Model.patchEndpoint.options.patchStyle
  }
}
