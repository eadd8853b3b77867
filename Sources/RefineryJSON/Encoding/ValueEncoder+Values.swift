import FoundationEssentials

/// A number that may be infinite or NaN.
protocol EncodableFloat: BinaryFloatingPoint, TextOutputStreamable {}

extension Double: EncodableFloat {}
extension Float: EncodableFloat {}

extension OutputBuffer {
  @inline(__always)
  func writeNull() { write(0x6C6C_756E, count: 4) }

  @inline(__always)
  func write(_ value: Bool) { value ? write(0x6575_7274, count: 4) : write(0x65_736C_6166, count: 5) }
}

extension ValueEncoder {
  /// Writes a nested value. If this fails, removes its output and the name or comma before it.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value, orUndoTo count: Int) throws {
    do {
      let method = context.method(for: ObjectIdentifier(Value.self))
      if case .encodable = method {
        try nested { encoder in try value.encode(to: encoder) }
      } else if try !write(value, method) {
        return undo(to: count)
      }
    } catch {
      undo(to: count)
      takeStandIn()
      throw error
    }
    if coldState?.standIn != nil { takeOver(from: count) }
  }

  /// Returns false if the value means a missing member; then nothing was written.
  // This is a separate function, because otherwise its generic types would be looked up for each value.
  @inline(never)
  private func write<Value: Encodable>(_ value: Value, _ method: EncodingMethod) throws -> Bool {
    switch method {
    case .encodable: try nested { encoder in try value.encode(to: encoder) }
    case .unknown: return try write(value, context.findMethod(for: Value.self))
    case .omittable:
      if state == .object, (value as? any JSONOmittable)?.isAbsent == true { return false }
      try nested { encoder in try value.encode(to: encoder) }
    default: if !writeAtOnce(value, method) { try nested { encoder in try encoder.writeInPlace(value, method) } }
    }
    return true
  }

  /// Writes a value that needs no encoder. Returns false if the value needs an encoder, because of a custom strategy or an
  /// error.
  private func writeAtOnce<Value>(_ value: Value, _ method: EncodingMethod) -> Bool {
    switch method {
    case .url: output.write(quoted: same(value, as: URL.self).absoluteString, escapingSlashes: context.escapesSlashes)
    case .decimal: return output.write(same(value, as: Decimal.self))
    case .uuid: output.write(quoted: same(value, as: UUID.self).uuidString.lowercased(), escapingSlashes: false)
    case .data:
      guard case .base64 = context.settings.dataEncodingStrategy else { return false }
      output.write(base64: same(value, as: Data.self), escapingSlashes: context.escapesSlashes)
    case .date: return writeAtOnce(same(value, as: Date.self))
    default: return false
    }
    return true
  }

  private func writeAtOnce(_ date: Date) -> Bool {
    if context.settings.writesInternetDates { return output.write(internet: date) }
    let time: Double
    switch context.settings.dateEncodingStrategy {
    case .deferredToDate: time = date.timeIntervalSinceReferenceDate
    case .secondsSince1970: time = date.timeIntervalSince1970
    case .millisecondsSince1970: time = 1000 * date.timeIntervalSince1970
    case .iso8601: return output.write(iso8601: date)
    default: return false
    }
    if time.isFinite { output.write(time) }
    return time.isFinite
  }

  /// Writes a value as the value of this encoder.
  func writeInPlace<Value: Encodable>(_ value: Value) throws {
    var method = context.method(for: ObjectIdentifier(Value.self))
    if case .unknown = method { method = context.findMethod(for: Value.self) }
    guard case .encodable = method else { return try writeInPlace(value, method) }
    guard context.steps < EncodingContext.maximumSteps else { throw tooDeep() }
    context.steps += 1
    defer { context.steps -= 1 }
    try value.encode(to: self)
  }

  private func writeInPlace<Value: Encodable>(_ value: Value, _ method: EncodingMethod) throws {
    if writeAtOnce(value, method) { return becomeSingle() }
    switch method {
    case .date: try writeOtherwise(same(value, as: Date.self))
    case .data: try writeOtherwise(same(value, as: Data.self))
    case .decimal: throw invalid(value, codingPath, "JSON has no NaN.")
    case .directly(let type): try type.write(value, to: self)
    case .json: try write(same(value, as: JSONValue.self))
    case .renamedDictionary:
      namesAreData = true
      defer { namesAreData = false }
      try value.encode(to: self)
    case .encodable, .omittable, .unknown, .url, .uuid: try value.encode(to: self)
    }
  }

  /// Writes data by another strategy than Base64.
  private func writeOtherwise(_ data: Data) throws {
    if case .custom(let rule) = context.settings.dataEncodingStrategy {
      try rule(data, self)
    } else {
      try data.encode(to: self)
    }
  }

  /// Writes a date that is not written at once. The strings for infinity and NaN apply only to a deferred date.
  private func writeOtherwise(_ date: Date) throws {
    let time = date.timeIntervalSince1970
    if context.settings.writesInternetDates { throw invalid(time, codingPath, "The date is out of range.") }
    switch context.settings.dateEncodingStrategy {
    case .deferredToDate: try encode(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: throw invalid(time, codingPath, "JSON has neither infinity nor NaN.")
    case .millisecondsSince1970: throw invalid(1000 * time, codingPath, "JSON has neither infinity nor NaN.")
    case .custom(let rule): try rule(date, self)
    default:
      guard time.isFinite else { throw invalid(time, codingPath, "The date is infinite or NaN.") }
      try encode(date.formatted(.iso8601))
    }
  }

  /// Returns the string for infinity or NaN.
  @inline(never)
  func text(of value: some EncodableFloat, at step: [any CodingKey]) throws -> String {
    guard
      case .convertToString(let positive, let negative, let nan) = context.settings.nonConformingFloatEncodingStrategy
    else { throw invalid(value, codingPath + step, "JSON has neither infinity nor NaN.") }
    return value.isNaN ? nan : value > 0 ? positive : negative
  }

  /// Writes a number, or the string that replaces it.
  @inline(__always)
  func write(_ value: some EncodableFloat, _ text: String?) {
    if let text { output.write(quoted: text, escapingSlashes: context.escapesSlashes) } else { output.write(value) }
  }
}
