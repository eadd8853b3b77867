/// The members of an ``ObjectModel``: its list calls one function for each.
///
/// None of the functions throws. The first error ends reading or writing; the model throws it after its list.
///
/// | Function | Missing | `null` | Written if there is no value |
/// | --- | --- | --- | --- |
/// | ``required(_:_:)`` | an error | an error, unless the type is an optional | – |
/// | ``optional(_:_:)`` | nil | nil | left out, or as the coder's ``NullPolicy`` says |
/// | ``nullable(_:_:)`` | nil | nil | `null` |
/// | ``field(_:_:)`` | ``Field/absent`` | ``Field/null`` | left out or `null` |
///
/// Dates and data are read and written by the coder's strategy, unless a ``MemberCoding`` is passed.
public final class Members {
  enum Mode {
    case reading(KeyedDecodingContainer<MemberName>)
    case writing(KeyedEncodingContainer<MemberName>)
    case describing
  }

  var mode: Mode
  let model: any ObjectModel.Type
  /// The first error.
  private(set) var fault: (any Error)?
  /// What was listed, when the model is described.
  private(set) var described: [ModelShape.Member] = []
  private(set) var describedOthers: ModelShape.Value?

  init(_ mode: Mode, of model: any ObjectModel.Type) {
    self.mode = mode
    self.model = model
  }

  /// A member that must be there. It may be `null` only if `Value` is an optional.
  public func required<Value: Codable>(_ name: String, _ value: inout Value) {
    guard fault == nil else { return }
    switch mode {
    case .reading(let container):
      do { value = try container.decode(Value.self, forKey: MemberName(name)) } catch { fault = error }
    case .writing(var container):
      do { try container.encode(value, forKey: MemberName(name)) } catch { fault = error }
    case .describing: describe(name, .required, Value.self)
    }
  }

  /// A member that may be missing. Nil is left out, unless the coder writes `null` for nil properties.
  public func optional<Value: Codable>(_ name: String, _ value: inout Value?) {
    guard fault == nil else { return }
    switch mode {
    case .reading(let container):
      do { value = try container.decodeIfPresent(Value.self, forKey: MemberName(name)) } catch { fault = error }
    case .writing(var container):
      do { try container.encodeIfPresent(value, forKey: MemberName(name)) } catch { fault = error }
    case .describing: describe(name, .optional, Value.self)
    }
  }

  /// A member that may be missing when it is read, and is always written: nil as `null`.
  public func nullable<Value: Codable>(_ name: String, _ value: inout Value?) {
    guard fault == nil else { return }
    switch mode {
    case .reading(let container):
      do { value = try container.decodeIfPresent(Value.self, forKey: MemberName(name)) } catch { fault = error }
    case .writing(var container):
      do {
        if let value {
          try container.encode(value, forKey: MemberName(name))
        } else {
          try container.encodeNil(forKey: MemberName(name))
        }
      } catch { fault = error }
    case .describing: describe(name, .nullable, Value.self)
    }
  }

  /// A member for which missing and `null` are different.
  public func field<Value: Codable>(_ name: String, _ value: inout Field<Value>) {
    guard fault == nil else { return }
    switch mode {
    case .reading(let container):
      do { value = try container.decode(Field<Value>.self, forKey: MemberName(name)) } catch { fault = error }
    case .writing(var container):
      do { try container.encode(value, forKey: MemberName(name)) } catch { fault = error }
    case .describing: describe(name, .field, Value.self)
    }
  }

  /// Keeps the first error.
  func note(_ error: any Error) { fault = fault ?? error }

  func describe(_ name: String, _ presence: ModelShape.Presence, _ type: any Any.Type, _ coding: ModelShape.Coding? = nil) {
    described.append(ModelShape.Member(name: name, presence: presence, value: ModelShape.Value(type: type, coding: coding)))
  }

  func describe(others type: any Any.Type, _ coding: ModelShape.Coding? = nil) {
    describedOthers = ModelShape.Value(type: type, coding: coding)
  }
}
