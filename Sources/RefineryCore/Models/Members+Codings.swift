extension Members {
  /// A member that must be there, with a coding.
  public func required<Value>(_ name: String, _ value: inout Value, _ coding: MemberCoding<Value>) {
    attempt {
      switch direction {
      case .reading: value = try coding.read(self, name)
      case .writing: try coding.write(value, self, name)
      case .describing(let description): description.describe(name, .required, Value.self, coding.description)
      }
    }
  }

  /// A member that may be missing, with a coding. Nil is left out, unless the coder writes `null` for nil properties.
  public func optional<Value>(_ name: String, _ value: inout Value?, _ coding: MemberCoding<Value>) {
    attempt { try exchange(name, &value, coding, .optional) }
  }

  /// A member that may be missing when it is read, and is always written, with a coding: nil as `null`.
  public func nullable<Value>(_ name: String, _ value: inout Value?, _ coding: MemberCoding<Value>) {
    attempt { try exchange(name, &value, coding, .nullable) }
  }

  private func exchange<Value>(
    _ name: String, _ value: inout Value?, _ coding: MemberCoding<Value>, _ presence: ModelShape.Presence
  ) throws {
    switch direction {
    case .reading: value = try isNil(name) ? nil : coding.read(self, name)
    case .writing:
      if let value { try coding.write(value, self, name) } else { try writeNil(name, always: presence == .nullable) }
    case .describing(let description): description.describe(name, presence, Value.self, coding.description)
    }
  }

  /// A member for which missing and `null` are different, with a coding.
  public func field<Value>(_ name: String, _ value: inout Field<Value>, _ coding: MemberCoding<Value>) {
    attempt {
      switch (direction, value) {
      case (.reading, _):
        if !contains(name) { value = .absent } else { value = try isNil(name) ? .null : .value(coding.read(self, name)) }
      case (.writing, .absent): break
      case (.writing, .null): try writeNil(name, always: true)
      case (.writing, .value(let value)): try coding.write(value, self, name)
      case (.describing(let description), _): description.describe(name, .field, Value.self, coding.description)
      }
    }
  }
}
