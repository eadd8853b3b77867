import RefineryJSON

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
  /// The object that is read or written.
  enum Object {
    case reader(MemberReader)
    case writer(MemberWriter)
    /// An object of a coder of another library, or the description of a model.
    case other(OtherMembers)
  }

  let object: Object
  let model: any ObjectModel.Type
  /// The first error.
  private(set) var fault: (any Error)?

  /// Begins to read a model.
  init(reading decoder: any Decoder, of model: any ObjectModel.Type) throws {
    self.model = model
    if let reader = try MemberReader(decoder) {
      object = .reader(reader)
    } else {
      object = .other(OtherMembers(.reading(try decoder.container(keyedBy: MemberName.self))))
    }
  }

  /// Begins to write a model.
  init(writing encoder: any Encoder, of model: any ObjectModel.Type) {
    self.model = model
    if let writer = MemberWriter(encoder) {
      object = .writer(writer)
    } else {
      object = .other(OtherMembers(.writing(encoder.container(keyedBy: MemberName.self))))
    }
  }

  /// Begins to describe a model.
  init(describing model: any ObjectModel.Type, into description: OtherMembers) {
    self.model = model
    object = .other(description)
  }

  /// Ends the list. A model that keeps this object can neither read nor write any more.
  ///
  /// - Throws: the first error.
  func end() throws {
    let first = fault
    fault = CancellationError()
    if let first { throw first }
  }

  /// A member that must be there. It may be `null` only if `Value` is an optional.
  public func required<Value: Codable>(_ name: String, _ value: inout Value) {
    guard fault == nil else { return }
    do {
      switch object {
      case .reader(let reader): try reader.read(name, into: &value)
      case .writer(let writer): try writer.write(name, from: &value)
      case .other(let other): try other.required(name, &value)
      }
    } catch { fault = error }
  }

  /// A member that may be missing. Nil is left out, unless the coder writes `null` for nil properties.
  public func optional<Value: Codable>(_ name: String, _ value: inout Value?) {
    guard fault == nil else { return }
    do {
      switch object {
      case .reader(let reader): try reader.readIfPresent(name, into: &value)
      case .writer(let writer): try writer.writeIfPresent(name, from: &value)
      case .other(let other): try other.optional(name, &value)
      }
    } catch { fault = error }
  }

  /// A member that may be missing when it is read, and is always written: nil as `null`.
  public func nullable<Value: Codable>(_ name: String, _ value: inout Value?) {
    guard fault == nil else { return }
    do {
      switch object {
      case .reader(let reader): try reader.readIfPresent(name, into: &value)
      case .writer(let writer): try writer.writeOrNil(name, from: &value)
      case .other(let other): try other.nullable(name, &value)
      }
    } catch { fault = error }
  }

  /// A member for which missing and `null` are different.
  public func field<Value: Codable>(_ name: String, _ value: inout Field<Value>) {
    guard fault == nil else { return }
    do {
      switch object {
      case .reader(let reader):
        guard reader.contains(name) else { return value = .absent }
        value = reader.isNil(name) ? .null : .value(try reader.value(name))
      case .writer(let writer):
        switch value {
        case .absent: break
        case .null: writer.writeNil(name)
        case .value(var content): try writer.write(name, from: &content)
        }
      case .other(let other): try other.field(name, &value)
      }
    } catch { fault = error }
  }

  /// Calls a function unless there was an error, and keeps its error.
  func attempt(_ body: () throws -> Void) {
    guard fault == nil else { return }
    do { try body() } catch { fault = error }
  }
}
