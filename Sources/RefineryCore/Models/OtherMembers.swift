import RefineryJSON

/// The members of an object of a coder of another library, or the description of a model.
final class OtherMembers {
  enum Mode {
    case reading(KeyedDecodingContainer<MemberName>)
    case writing(KeyedEncodingContainer<MemberName>)
    case describing
  }

  let mode: Mode
  /// What was listed.
  private(set) var described: [ModelShape.Member] = []
  private(set) var describedOthers: ModelShape.Value?

  init(_ mode: Mode) { self.mode = mode }

  func required<Value: Codable>(_ name: String, _ value: inout Value) throws {
    switch mode {
    case .reading(let container): value = try container.decode(Value.self, forKey: MemberName(name))
    case .writing(var container): try container.encode(value, forKey: MemberName(name))
    case .describing: describe(name, .required, Value.self)
    }
  }

  func optional<Value: Codable>(_ name: String, _ value: inout Value?) throws {
    switch mode {
    case .reading(let container): value = try container.decodeIfPresent(Value.self, forKey: MemberName(name))
    case .writing(var container): try container.encodeIfPresent(value, forKey: MemberName(name))
    case .describing: describe(name, .optional, Value.self)
    }
  }

  func nullable<Value: Codable>(_ name: String, _ value: inout Value?) throws {
    switch mode {
    case .reading(let container): value = try container.decodeIfPresent(Value.self, forKey: MemberName(name))
    case .writing(var container):
      if let value {
        try container.encode(value, forKey: MemberName(name))
      } else {
        try container.encodeNil(forKey: MemberName(name))
      }
    case .describing: describe(name, .nullable, Value.self)
    }
  }

  func field<Value: Codable>(_ name: String, _ value: inout Field<Value>) throws {
    switch mode {
    case .reading(let container): value = try container.decode(Field<Value>.self, forKey: MemberName(name))
    case .writing(var container): try container.encode(value, forKey: MemberName(name))
    case .describing: describe(name, .field, Value.self)
    }
  }

  func describe(_ name: String, _ presence: ModelShape.Presence, _ type: any Any.Type, _ coding: ModelShape.Coding? = nil) {
    described.append(ModelShape.Member(name: name, presence: presence, value: ModelShape.Value(type: type, coding: coding)))
  }

  func describe(others type: any Any.Type, _ coding: ModelShape.Coding?) {
    describedOthers = ModelShape.Value(type: type, coding: coding)
  }
}
