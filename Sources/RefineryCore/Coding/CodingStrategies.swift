public import FoundationEssentials

/// How nil properties are written, at every depth.
public enum NullPolicy: Sendable, Hashable {
  /// They are left out.
  case omit
  /// They are written as JSON `null`, so that the server clears them.
  case null
}

/// How dates are written and read.
public enum DateStrategy: Sendable {
  /// RFC 3339 in UTC, such as `2026-01-02T03:04:05Z`, with milliseconds if the date has a fraction of a second. Any
  /// offset and any number of fractional digits can be read.
  case iso8601
  /// A number of seconds since 1970, with a fraction if the date has one.
  case secondsSince1970
  /// A whole number of milliseconds since 1970.
  case millisecondsSince1970
  /// A format of your own. A thrown error becomes the underlying error of the ``MappingError``.
  case custom(encode: @Sendable (Date) throws -> JSONValue, decode: @Sendable (JSONValue) throws -> Date)
}

/// How names of properties are converted to names of members. Keys of dictionaries are data and are never converted.
public enum KeyStrategy: Sendable {
  /// The names of the coding keys are not converted.
  case asWritten
  /// `imageURL` becomes `image_url`.
  ///
  /// `address1` is written as `address1`. It is read from `address1` and, without that, from `address_1`, as Foundation reads
  /// it. If the server needs `address_1`, give the property a coding key of that name.
  case snakeCase
  /// `imageURL` becomes `image-url`. Digits are read as with ``snakeCase``.
  case kebabCase
  /// A rule of your own, which makes the name of the member from the name of the property. It is also used for decoding.
  case custom(@Sendable (String) -> String)

  var isAsWritten: Bool { if case .asWritten = self { true } else { false } }

  /// Returns the name of the member for the property with this name.
  package func name(of key: String) -> String {
    switch self {
    case .asWritten: key
    case .snakeCase: Self.words(of: key, joinedBy: "_")
    case .kebabCase: Self.words(of: key, joinedBy: "-")
    case .custom(let rule): rule(key)
    }
  }

  /// Returns the name that is read if the member ``name(of:)`` is missing: digits are words of their own in it. Nil if there is
  /// no other name.
  func otherName(of key: String) -> String? {
    let separator: UInt8
    switch self {
    case .snakeCase: separator = UInt8(ascii: "_")
    case .kebabCase: separator = UInt8(ascii: "-")
    case .asWritten, .custom: return nil
    }
    guard key.utf8.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
    var other: [UInt8] = []
    var isChanged = false
    for byte in name(of: key).utf8 {
      if byte &- 0x30 < 10, let last = other.last, (last | 0x20) &- 0x61 < 26 {
        other.append(separator)
        isChanged = true
      }
      other.append(byte)
    }
    return isChanged ? String(decoding: other, as: UTF8.self) : nil
  }

  /// Splits a name into words. A capital starts a word after a small letter or a digit, and before a small letter.
  private static func words(of key: String, joinedBy separator: Unicode.Scalar) -> String {
    let bytes = Array(key.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return words(beyondASCII: key, joinedBy: Character(separator)) }
    func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
    func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    guard bytes.contains(where: isCapital) else { return key }
    var name: [UInt8] = []
    name.reserveCapacity(bytes.count + 8)
    for (index, byte) in bytes.enumerated() {
      guard isCapital(byte) else {
        name.append(byte)
        continue
      }
      if index > 0 {
        let last = bytes[index - 1]
        let beginsWord = index + 1 < bytes.count && isSmall(bytes[index + 1])
        if isSmall(last) || last &- 0x30 < 10 || (isCapital(last) && beginsWord) { name.append(UInt8(ascii: separator)) }
      }
      name.append(byte | 0x20)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func words(beyondASCII key: String, joinedBy separator: Character) -> String {
    let letters = Array(key)
    var name = ""
    for (index, letter) in letters.enumerated() {
      guard letter.isUppercase else {
        name.append(letter)
        continue
      }
      if index > 0, letters[index - 1].isLetter || letters[index - 1].isNumber {
        let isLast = index + 1 == letters.count
        if !letters[index - 1].isUppercase || (!isLast && letters[index + 1].isLowercase) { name.append(separator) }
      }
      name += letter.lowercased()
    }
    return name
  }
}
