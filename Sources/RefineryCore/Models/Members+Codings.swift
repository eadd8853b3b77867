extension Members {
  /// A member that must be there, with a coding.
  public func required<Value>(_ name: String, _ value: inout Value, _ coding: MemberCoding<Value>) {
    guard fault == nil else { return }
    do {
      switch mode {
      case .reading(let container): value = try coding.read(container, MemberName(name))
      case .writing(var container): try coding.write(value, &container, MemberName(name))
      case .describing: describe(name, .required, Value.self, coding.description)
      }
    } catch { note(error) }
  }

  /// A member that may be missing, with a coding. Nil is left out, unless the coder writes `null` for nil properties.
  public func optional<Value>(_ name: String, _ value: inout Value?, _ coding: MemberCoding<Value>) {
    guard fault == nil else { return }
    do {
      switch mode {
      case .reading(let container): value = try coding.readIfPresent(container, MemberName(name))
      case .writing(var container):
        if let value {
          try coding.write(value, &container, MemberName(name))
        } else {
          try container.encodeIfPresent(String?.none, forKey: MemberName(name))
        }
      case .describing: describe(name, .optional, Value.self, coding.description)
      }
    } catch { note(error) }
  }

  /// A member that may be missing when it is read, and is always written, with a coding: nil as `null`.
  public func nullable<Value>(_ name: String, _ value: inout Value?, _ coding: MemberCoding<Value>) {
    guard fault == nil else { return }
    do {
      switch mode {
      case .reading(let container): value = try coding.readIfPresent(container, MemberName(name))
      case .writing(var container):
        if let value {
          try coding.write(value, &container, MemberName(name))
        } else {
          try container.encodeNil(forKey: MemberName(name))
        }
      case .describing: describe(name, .nullable, Value.self, coding.description)
      }
    } catch { note(error) }
  }

  /// A member for which missing and `null` are different, with a coding.
  public func field<Value>(_ name: String, _ value: inout Field<Value>, _ coding: MemberCoding<Value>) {
    guard fault == nil else { return }
    let key = MemberName(name)
    do {
      switch (mode, value) {
      case (.reading(let container), _):
        guard container.contains(key) else { return value = .absent }
        value = try container.decodeNil(forKey: key) ? .null : .value(coding.read(container, key))
      case (.writing, .absent): break
      case (.writing(var container), .null): try container.encodeNil(forKey: key)
      case (.writing(var container), .value(let value)): try coding.write(value, &container, key)
      case (.describing, _): describe(name, .field, Value.self, coding.description)
      }
    } catch { note(error) }
  }
}
