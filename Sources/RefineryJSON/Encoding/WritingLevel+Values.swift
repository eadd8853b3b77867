import FoundationEssentials

/// A number that may be infinite or none.
protocol WrittenNumber: BinaryFloatingPoint, TextOutputStreamable {}

extension Double: WrittenNumber {}
extension Float: WrittenNumber {}

extension Sink {
  @inline(__always)
  func writeNull() { write(0x6C6C_756E, count: 4) }

  @inline(__always)
  func write(_ value: Bool) { value ? write(0x6575_7274, count: 4) : write(0x65_736C_6166, count: 5) }
}

extension WritingLevel {
  /// Writes a value inside of this one. If it cannot be written, neither is what it begins with.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value, orUndoTo count: Int) throws {
    do {
      let way = writing.way(of: ObjectIdentifier(Value.self))
      if case .itself = way { try nested { level in try value.encode(to: level) } } else { try write(value, way) }
    } catch {
      undo(to: count)
      takeStandIn()
      throw error
    }
    if rare?.standIn != nil { takeOver(from: count) }
  }

  // Apart, because the generic types in here would be looked up for every value otherwise.
  @inline(never)
  private func write<Value: Encodable>(_ value: Value, _ way: WritingWay) throws {
    switch way {
    case .itself: try nested { level in try value.encode(to: level) }
    case .unknown: try write(value, writing.learn(Value.self))
    default: if !writeAtOnce(value, way) { try nested { level in try level.writeInPlace(value, way) } }
    }
  }

  /// Writes what neither a strategy of the model's author nor an error needs a level for; false if it is anything else.
  private func writeAtOnce<Value>(_ value: Value, _ way: WritingWay) -> Bool {
    switch way {
    case .url: sink.write(quoted: same(value, as: URL.self).absoluteString, escapingSlashes: writing.escapesSlashes)
    case .decimal: return sink.write(same(value, as: Decimal.self))
    case .uuid: sink.write(quoted: same(value, as: UUID.self).uuidString.lowercased(), escapingSlashes: false)
    case .data:
      guard case .base64 = writing.settings.dataEncodingStrategy else { return false }
      sink.write(base64: same(value, as: Data.self), escapingSlashes: writing.escapesSlashes)
    case .date: return writeAtOnce(same(value, as: Date.self))
    default: return false
    }
    return true
  }

  private func writeAtOnce(_ date: Date) -> Bool {
    if writing.settings.writesInternetDates { return sink.write(internet: date) }
    let time: Double
    switch writing.settings.dateEncodingStrategy {
    case .deferredToDate: time = date.timeIntervalSinceReferenceDate
    case .secondsSince1970: time = date.timeIntervalSince1970
    case .millisecondsSince1970: time = 1000 * date.timeIntervalSince1970
    case .iso8601: return sink.write(date)
    default: return false
    }
    if time.isFinite { sink.write(time) }
    return time.isFinite
  }

  /// Writes a value in place of this level's.
  func writeInPlace<Value: Encodable>(_ value: Value) throws {
    var way = writing.way(of: ObjectIdentifier(Value.self))
    if case .unknown = way { way = writing.learn(Value.self) }
    guard case .itself = way else { return try writeInPlace(value, way) }
    guard writing.steps < Writing.maximumSteps else { throw tooDeep() }
    writing.steps += 1
    defer { writing.steps -= 1 }
    try value.encode(to: self)
  }

  private func writeInPlace<Value: Encodable>(_ value: Value, _ way: WritingWay) throws {
    switch way {
    case .date: try write(same(value, as: Date.self))
    case .data: try write(same(value, as: Data.self))
    case .url: try encode(same(value, as: URL.self).absoluteString)
    case .decimal: try write(same(value, as: Decimal.self))
    case .uuid: try encode(same(value, as: UUID.self).uuidString.lowercased())
    case .directly(let type): try type.write(value, to: self)
    case .verbatim: if let value = value as? any JSONVerbatim { try write(verbatim: value) }
    case .renamedDictionary:
      namesAreData = true
      defer { namesAreData = false }
      try value.encode(to: self)
    case .itself, .unknown: try value.encode(to: self)
    }
  }

  private func write(_ decimal: Decimal) throws {
    guard sink.write(decimal) else { throw invalid(decimal, codingPath, "JSON has no NaN.") }
    becomeSingle()
  }

  private func write(_ data: Data) throws {
    switch writing.settings.dataEncodingStrategy {
    case .deferredToData: try data.encode(to: self)
    case .custom(let rule): try rule(data, self)
    default:
      sink.write(base64: data, escapingSlashes: writing.escapesSlashes)
      becomeSingle()
    }
  }

  private func write(_ date: Date) throws {
    if writing.settings.writesInternetDates {
      guard sink.write(internet: date) else {
        throw invalid(date.timeIntervalSince1970, codingPath, "The date is out of range.")
      }
      return becomeSingle()
    }
    switch writing.settings.dateEncodingStrategy {
    case .deferredToDate: try encode(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try write(time: date.timeIntervalSince1970)
    case .millisecondsSince1970: try write(time: 1000 * date.timeIntervalSince1970)
    case .custom(let rule): try rule(date, self)
    default:
      guard date.timeIntervalSince1970.isFinite else {
        throw invalid(date.timeIntervalSince1970, codingPath, "The date is no point in time.")
      }
      if !sink.write(date) { sink.write(quoted: date.formatted(.iso8601), escapingSlashes: writing.escapesSlashes) }
      becomeSingle()
    }
  }

  /// What stands for infinity and NaN elsewhere does not in dates.
  private func write(time: Double) throws {
    guard time.isFinite else { throw invalid(time, codingPath, "JSON has neither infinity nor NaN.") }
    sink.write(time)
    becomeSingle()
  }

  /// What stands for infinity or NaN.
  @inline(never)
  func text(of value: some WrittenNumber, at step: [any CodingKey]) throws -> String {
    guard
      case .convertToString(let positive, let negative, let nan) = writing.settings.nonConformingFloatEncodingStrategy
    else { throw invalid(value, codingPath + step, "JSON has neither infinity nor NaN.") }
    return value.isNaN ? nan : value > 0 ? positive : negative
  }

  /// Writes a number, or what stands for it.
  @inline(__always)
  func write(_ value: some WrittenNumber, _ text: String?) {
    if let text { sink.write(quoted: text, escapingSlashes: writing.escapesSlashes) } else { sink.write(value) }
  }
}

extension Sink {
  /// Writes a date as `2026-01-02T03:04:05Z`, without its fraction of a second, if it is from 1970 to 9999.
  func write(_ date: Date) -> Bool {
    let time = date.timeIntervalSince1970
    guard time >= 0, time < 253_402_300_800 else { return false }
    let (days, second) = Int(time).quotientAndRemainder(dividingBy: 86400)
    // Days since March of the year 0, in a calendar whose year ends with the leap day.
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (day - day / 1460 + day / 36524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    write(byte: UInt8(ascii: "\""))
    write(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4)
    write(byte: UInt8(ascii: "-"))
    write(month, digits: 2)
    write(byte: UInt8(ascii: "-"))
    write(dayOfYear - (153 * shifted + 2) / 5 + 1, digits: 2)
    write(byte: UInt8(ascii: "T"))
    write(second / 3600, digits: 2)
    write(byte: UInt8(ascii: ":"))
    write(second / 60 % 60, digits: 2)
    write(byte: UInt8(ascii: ":"))
    write(second % 60, digits: 2)
    write(0x225A, count: 2)
    return true
  }
}
