public import FoundationEssentials

extension Date: JSONReadable {
  /// Reads a date with the decoder's strategy.
  public init(json: inout JSONReader) throws {
    switch json.settings.dateDecodingStrategy {
    case _ where json.settings.readsInternetDates: self = try json.plainText { $0.internetDate($1) } ?? json.codable()
    case .iso8601: self = try json.plainText { $0.date($1) } ?? json.codable()
    case .secondsSince1970: self.init(timeIntervalSince1970: try json.value())
    case .millisecondsSince1970: self.init(timeIntervalSince1970: try json.value(Double.self) / 1000)
    case .deferredToDate: self.init(timeIntervalSinceReferenceDate: try json.value())
    case .custom: self = try json.codable()
    }
  }
}

extension Data: JSONReadable {
  /// Reads data with the decoder's strategy, or from an array of bytes with `deferredToData`.
  public init(json: inout JSONReader) throws {
    if case .base64 = json.settings.dataDecodingStrategy {
      self = try json.plainText { $0.base64($1) } ?? json.codable()
    } else {
      self.init(try [UInt8](json: &json))
    }
  }
}

extension URL: JSONReadable {
  /// Reads a URL from a string.
  public init(json: inout JSONReader) throws {
    guard let url = URL(string: try json.text()) else { throw json.fail() }
    self = url
  }
}

extension UUID: JSONReadable {
  /// Reads a UUID from a string (RFC 9562, section 4).
  public init(json: inout JSONReader) throws {
    guard let id = UUID(uuidString: try json.text()) else { throw json.fail() }
    self = id
  }
}

extension Decimal: JSONReadable {
  /// Reads a number without losing digits.
  public init(json: inout JSONReader) throws { self = try json.number { $0.decimal($1) } ?? json.codable() }
}
