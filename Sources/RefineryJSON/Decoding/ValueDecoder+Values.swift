import FoundationEssentials

extension ValueDecoder {
  /// Decodes the value at an index of the tape.
  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type, at index: Int, under step: PathStep) throws -> Value {
    let method = context.method(for: ObjectIdentifier(type))
    if case .decodable = method { return try nested(at: index, under: step) { decoder in try Value(from: decoder) } }
    return try read(type, by: method, at: index, under: step)
  }

  /// Decodes the root value. This decoder is already at the root, so no nested decoder is created.
  func readRoot<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let method = context.method(for: ObjectIdentifier(type))
    guard case .unknown = method, dictionaryType(type) == nil else { return try read(type, at: index, under: .none) }
    return try Value(from: self)
  }

  // This is a separate function, because otherwise its generic types would be looked up for each value.
  @inline(never)
  private func read<Value: Decodable>(
    _ type: Value.Type, by method: DecodingMethod, at index: Int, under step: PathStep
  ) throws -> Value {
    switch method {
    case .string: return same(try string(at: index, step), as: type)
    case .integer: return same(try integer(at: index, step) as Int, as: type)
    case .double: return same(try double(at: index, step), as: type)
    case .boolean: return same(try boolean(at: index, step), as: type)
    case .date: return same(try date(at: index, step), as: type)
    case .data: return same(try data(at: index, step), as: type)
    case .url: return same(try url(at: index, step), as: type)
    case .decimal: return same(try decimal(at: index, step), as: type)
    case .strings: return same(try strings(at: index, step), as: type)
    case .integers:
      return same(try list(at: index, step) { decoder, at, step in try decoder.integer(at: at, step) as Int }, as: type)
    case .doubles: return same(try list(at: index, step) { decoder, at, step in try decoder.double(at: at, step) }, as: type)
    case .decodable: return try nested(at: index, under: step) { decoder in try Value(from: decoder) }
    case .unknown: return try read(type, by: context.findMethod(for: type), at: index, under: step)
    case .json: return same(try anyValue(at: index, under: step), as: type)
    case .renamedDictionary:
      return try nested(at: index, under: step) { decoder in
        decoder.namesAreData = true
        return try Value(from: decoder)
      }
    case .dictionary(let dictionary): return try read(dictionary, as: type, at: index, under: step)
    case .readable(let readable):
      // The position of a value in the document is known only after the name of a member.
      guard context.readsDirectly, let member = step.member else {
        return try nested(at: index, under: step) { decoder in try Value(from: decoder) }
      }
      if let value = try read(readable, as: type, behind: member) { return value }
      context.readsDirectly = false
      defer { context.readsDirectly = true }
      return try nested(at: index, under: step) { decoder in try Value(from: decoder) }
    }
  }

  private func read<Value, Keyed: DecodableDictionary>(
    _ dictionary: Keyed.Type, as type: Value.Type, at index: Int, under step: PathStep
  ) throws -> Value {
    same(try nested(at: index, under: step) { decoder in try Keyed.read(decoder) }, as: type)
  }

  private func read<Value, Readable: JSONReadable>(
    _ readable: Readable.Type, as type: Value.Type, behind member: Int
  ) throws -> Value? {
    // After the name's quote and the colon.
    var start = tape[member].range.upperBound &+ 1
    _ = tape.bytes.skipSpace(&start)
    var reader = JSONReader(tape.bytes, settings: context.settings, from: start &+ 1)
    return try reader.attempt { try Readable(json: &$0) }.map { same($0, as: type) }
  }

  private func strings(at index: Int, _ step: PathStep) throws -> [String] {
    try list(at: index, step) { decoder, at, step in try decoder.tape.plainString(at) ?? decoder.string(at: at, step) }
  }

  @inline(__always)
  private func list<Element>(
    at index: Int, _ step: PathStep, _ element: (ValueDecoder, Int, PathStep) throws -> Element
  ) throws -> [Element] {
    try nested(at: index, under: step) { decoder in
      let tape = tape
      let entry = tape[index]
      try decoder.require(array: entry, step: .none)
      var list: [Element] = []
      list.reserveCapacity(entry.length)
      let end = entry.next(after: index)
      var at = index &+ 1
      while at < end {
        list.append(try element(decoder, at, .element(list.count)))
        at = tape[at].next(after: at)
      }
      return list
    }
  }

  private func url(at index: Int, _ step: PathStep) throws -> URL {
    try requireValue(URL.self, index, step)
    guard let url = URL(string: try string(at: index, step)) else { throw corrupted("The text is not a URL.", step) }
    return url
  }

  private func data(at index: Int, _ step: PathStep) throws -> Data {
    try requireValue(Data.self, index, step)
    switch context.settings.dataDecodingStrategy {
    case .deferredToData: return try nested(at: index, under: step) { decoder in try Data(from: decoder) }
    case .custom(let rule): return try nested(at: index, under: step) { decoder in try rule(decoder) }
    case .base64:
      let entry = tape[index]
      if entry.kind == .plain, let data = tape.bytes.base64(entry.range) { return data }
      guard let data = Data(base64Encoded: try string(at: index, step)) else {
        throw corrupted("The text is not Base64.", step)
      }
      return data
    }
  }

  private func date(at index: Int, _ step: PathStep) throws -> Date {
    try requireValue(Date.self, index, step)
    if context.settings.readsInternetDates { return try internetDate(at: index, step) }
    switch context.settings.dateDecodingStrategy {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try double(at: index, step))
    case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: index, step))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: index, step) / 1000)
    case .custom(let rule): return try nested(at: index, under: step) { decoder in try rule(decoder) }
    case .iso8601:
      let entry = tape[index]
      if entry.kind == .plain, let date = tape.bytes.date(entry.range) { return date }
      guard let date = try? Date.ISO8601FormatStyle().parse(try string(at: index, step)) else {
        _ = try string(at: index, step)
        throw corrupted("The text is not an ISO 8601 date.", step)
      }
      return date
    }
  }

  private func requireValue(_ type: any Any.Type, _ index: Int, _ step: PathStep) throws {
    let entry = tape[index]
    if entry.kind == .null { throw mismatch(type, entry, step) }
  }
}

extension DocumentBytes {
  /// Parses a date of the form `2026-01-02T03:04:05Z` from 1970 on. Returns nil for any other text; Foundation then reads it.
  func date(_ range: Range<Int>) -> Date? {
    let at = range.lowerBound
    guard range.count == 20, byte(at + 10) == UInt8(ascii: "T"), byte(at + 19) == UInt8(ascii: "Z"),
      let date = internetDate(range), date.timeIntervalSince1970 >= 0
    else { return nil }
    return date
  }
}
