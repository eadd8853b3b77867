public import FoundationEssentials

extension Date: JSONReadable {
  /// Reads a date with the decoder's strategy.
  public init(json: inout JSONReader) throws {
    if json.settings.readsInternetDates {
      self = try json.internetDate()
      return
    }
    switch json.settings.dateDecodingStrategy {
    case .iso8601:
      let start = json.skipSpace() == UInt8(ascii: "\"") ? json.position &+ 1 : json.bytes.count
      if start &+ 20 < json.bytes.count, json.bytes.byte(start &+ 20) == UInt8(ascii: "\""),
        let date = json.bytes.date(start..<start &+ 20)
      {
        self = date
        json.position = start &+ 21
      } else {
        self = try json.readWithDecoder(expecting: String.self) { decoder in try decoder.read(Date.self, at: 0, under: .none) }
      }
    case .secondsSince1970: self.init(timeIntervalSince1970: try json.seconds())
    case .millisecondsSince1970: self.init(timeIntervalSince1970: try json.seconds() / 1000)
    case .deferredToDate: self.init(timeIntervalSinceReferenceDate: try json.seconds())
    case .custom: self = try json.readWithDecoder { decoder in try decoder.read(Date.self, at: 0, under: .none) }
    }
  }
}

extension Data: JSONReadable {
  /// Reads data with the decoder's strategy, or from an array of bytes with `deferredToData`.
  public init(json: inout JSONReader) throws {
    let first = json.skipSpace()
    guard case .base64 = json.settings.dataDecodingStrategy else {
      if first == UInt8(ascii: "[") {
        self.init(try [UInt8](json: &json))
      } else {
        self = try json.readWithDecoder(expecting: [Any].self) { decoder in try decoder.read(Data.self, at: 0, under: .none) }
      }
      return
    }
    guard first == UInt8(ascii: "\"") else {
      self = try json.readWithDecoder(expecting: String.self) { decoder in try decoder.read(Data.self, at: 0, under: .none) }
      return
    }
    let start = json.position
    if let end = json.bytes.quote(from: start &+ 1), let data = json.bytes.base64(start &+ 1..<end) {
      self = data
      json.position = end &+ 1
      return
    }
    guard let data = Data(base64Encoded: try String(json: &json)) else {
      throw json.fail(.corrupted("The text is not Base64."), at: start)
    }
    self = data
  }
}

extension URL: JSONReadable {
  /// Reads a URL from a string.
  public init(json: inout JSONReader) throws {
    self = try json.text("a URL") { URL(string: $0) }
  }
}

extension UUID: JSONReadable {
  /// Reads a UUID from a string (RFC 9562, section 4).
  public init(json: inout JSONReader) throws {
    self = try json.text("a UUID") { UUID(uuidString: $0) }
  }
}

extension Decimal: JSONReadable {
  /// Reads a number without losing digits.
  public init(json: inout JSONReader) throws {
    if let entry = json.numberEntry(), let value = json.bytes.decimal(entry) {
      self = value
      json.position = entry.range.upperBound
    } else {
      self = try json.readWithDecoder { decoder in try decoder.decimal(at: 0, .none) }
    }
  }
}

extension JSONReader {
  /// Reads text, and makes a value of it.
  @inline(__always)
  fileprivate mutating func text<Value: Decodable>(_ name: String, _ make: (String) -> Value?) throws -> Value {
    guard skipSpace() == UInt8(ascii: "\"") else {
      return try readWithDecoder(expecting: String.self) { decoder in try decoder.read(Value.self, at: 0, under: .none) }
    }
    let start = position
    guard let value = make(try String(json: &self)) else {
      throw fail(.corrupted("The text is not \(name)."), at: start)
    }
    return value
  }

  /// Reads the next value as a number of seconds. For `null`, the error names `Date` as the missing type.
  fileprivate mutating func seconds() throws -> Double {
    if skipSpace() == UInt8(ascii: "n") {
      return try readWithDecoder { decoder in try decoder.read(Date.self, at: 0, under: .none).timeIntervalSince1970 }
    }
    return try Double(json: &self)
  }
}
