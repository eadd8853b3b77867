import FoundationEssentials

extension Level {
  /// The value of any type at an index of the tape.
  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type, at index: Int, under place: Place) throws -> Value {
    let way = reading.way(of: ObjectIdentifier(type))
    if case .itself = way { return try nested(at: index, under: place) { level in try Value(from: level) } }
    return try read(type, by: way, at: index, under: place)
  }

  /// The value that the document is: the level itself stands there already.
  func readRoot<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let way = reading.way(of: ObjectIdentifier(type))
    guard case .unknown = way, keyedByDataType(type) == nil else { return try read(type, at: index, under: .none) }
    return try Value(from: self)
  }

  // Apart, because the generic types in here would be looked up for every value otherwise.
  @inline(never)
  private func read<Value: Decodable>(
    _ type: Value.Type, by way: Way, at index: Int, under place: Place
  ) throws -> Value {
    switch way {
    case .string: return same(try string(at: index, place), as: type)
    case .integer: return same(try integer(at: index, place) as Int, as: type)
    case .double: return same(try double(at: index, place), as: type)
    case .boolean: return same(try boolean(at: index, place), as: type)
    case .date: return same(try date(at: index, place), as: type)
    case .data: return same(try data(at: index, place), as: type)
    case .url: return same(try url(at: index, place), as: type)
    case .decimal: return same(try decimal(at: index, place), as: type)
    case .strings: return same(try strings(at: index, place), as: type)
    case .integers:
      return same(try list(at: index, place) { level, at, place in try level.integer(at: at, place) as Int }, as: type)
    case .doubles: return same(try list(at: index, place) { level, at, place in try level.double(at: at, place) }, as: type)
    case .itself: return try nested(at: index, under: place) { level in try Value(from: level) }
    case .unknown: return try read(type, by: reading.learn(type), at: index, under: place)
    case .verbatim(let verbatim): return try read(verbatim, as: type, at: index, under: place)
    case .renamedDictionary:
      return try nested(at: index, under: place) { level in
        level.namesAreData = true
        return try Value(from: level)
      }
    case .dictionary(let dictionary): return try read(dictionary, as: type, at: index, under: place)
    case .readable(let readable):
      // Where a value begins is known behind a name alone.
      guard let member = place.member else {
        return try nested(at: index, under: place) { level in try Value(from: level) }
      }
      return try read(readable, as: type, behind: member)
    }
  }

  private func read<Value, Keyed: KeyedByNames>(
    _ dictionary: Keyed.Type, as type: Value.Type, at index: Int, under place: Place
  ) throws -> Value {
    same(try nested(at: index, under: place) { level in try Keyed.read(level) }, as: type)
  }

  private func read<Value, Verbatim: JSONVerbatim>(
    _ verbatim: Verbatim.Type, as type: Value.Type, at index: Int, under place: Place
  ) throws -> Value {
    same(try self.verbatim(verbatim, at: index, under: place), as: type)
  }

  private func read<Value, Readable: JSONReadable>(
    _ readable: Readable.Type, as type: Value.Type, behind member: Int
  ) throws -> Value {
    let start = tape.bytes.value(behind: Word.range(tape.word(member)).upperBound)
    var reader = JSONReader(tape.bytes, settings: reading.settings, from: start)
    let result = Result { try Readable(json: &reader) }
    if let fault = reader.fault { throw fault.decodingError(in: tape.bytes, from: start, under: path(.member(member))) }
    return same(try result.get(), as: type)
  }

  private func strings(at index: Int, _ place: Place) throws -> [String] {
    try list(at: index, place) { level, at, place in try level.tape.plainString(at) ?? level.string(at: at, place) }
  }

  @inline(__always)
  private func list<Element>(
    at index: Int, _ place: Place, _ element: (Level, Int, Place) throws -> Element
  ) throws -> [Element] {
    try nested(at: index, under: place) { level in
      let tape = tape
      let word = tape.word(index)
      try level.require(array: word, place: .none)
      var list: [Element] = []
      list.reserveCapacity(Word.length(word))
      let end = Word.next(word, at: index)
      var at = index &+ 1
      while at < end {
        list.append(try element(level, at, .element(list.count)))
        at = Word.next(tape.word(at), at: at)
      }
      return list
    }
  }

  private func url(at index: Int, _ place: Place) throws -> URL {
    try requireValue(URL.self, index, place)
    guard let url = URL(string: try string(at: index, place)) else { throw corrupted("Text is no URL.", place) }
    return url
  }

  private func data(at index: Int, _ place: Place) throws -> Data {
    try requireValue(Data.self, index, place)
    switch reading.settings.dataDecodingStrategy {
    case .deferredToData: return try nested(at: index, under: place) { level in try Data(from: level) }
    case .custom(let rule): return try nested(at: index, under: place) { level in try rule(level) }
    case .base64:
      let word = tape.word(index)
      if Word.kind(word) == Word.plain, let data = tape.bytes.base64(Word.range(word)) { return data }
      guard let data = Data(base64Encoded: try string(at: index, place)) else { throw corrupted("Text is no Base64.", place) }
      return data
    }
  }

  private func date(at index: Int, _ place: Place) throws -> Date {
    try requireValue(Date.self, index, place)
    if reading.settings.readsInternetDates { return try internetDate(at: index, place) }
    switch reading.settings.dateDecodingStrategy {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try double(at: index, place))
    case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: index, place))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: index, place) / 1000)
    case .custom(let rule): return try nested(at: index, under: place) { level in try rule(level) }
    case .iso8601:
      let word = tape.word(index)
      if Word.kind(word) == Word.plain, let date = tape.bytes.date(Word.range(word)) { return date }
      guard let date = try? Date.ISO8601FormatStyle().parse(try string(at: index, place)) else {
        _ = try string(at: index, place)
        throw corrupted("Text is no ISO 8601 date.", place)
      }
      return date
    }
  }

  private func requireValue(_ type: any Any.Type, _ index: Int, _ place: Place) throws {
    let word = tape.word(index)
    if Word.kind(word) == Word.null { throw mismatch(type, word, place) }
  }
}

extension Bytes {
  /// A date of the form `2026-01-02T03:04:05Z` from 1970 on; nil for anything else, also where that is a date.
  func date(_ range: Range<Int>) -> Date? {
    let at = range.lowerBound
    guard range.count == 20, byte(at + 4) == 0x2D, byte(at + 7) == 0x2D, byte(at + 10) == 0x54, byte(at + 13) == 0x3A,
      byte(at + 16) == 0x3A, byte(at + 19) == 0x5A,
      let century = two(at), let years = two(at + 2), let month = two(at + 5), let day = two(at + 8),
      let hour = two(at + 11), let minute = two(at + 14), let second = two(at + 17)
    else { return nil }
    let year = century * 100 + years
    guard year >= 1970, month >= 1, month <= 12, day >= 1, day <= Self.days(month, year), hour < 24, minute < 60, second < 60
    else { return nil }
    // Days since 1970 in a calendar whose year begins in March, so that the leap day is the last of it.
    let shifted = month > 2 ? year : year - 1
    let days =
      shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day
      - 719_469
    return Date(timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  private func two(_ at: Int) -> Int? {
    let tens = byte(at) &- 0x30
    let ones = byte(at + 1) &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
