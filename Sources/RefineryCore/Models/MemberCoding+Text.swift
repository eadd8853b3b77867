public import FoundationEssentials
import RefineryJSON

// Numbers and booleans that are strings in JSON, as `"123"`. The bare value is read, too, and written as a string.

extension MemberCoding<Int> {
  /// An integer that is a string in JSON. The bare number is read, too.
  public static var text: Self { Self(storage: intTexts) }
}

extension MemberCoding<Int64> {
  /// An integer that is a string in JSON. The bare number is read, too.
  public static var text: Self { Self(storage: int64Texts) }
}

extension MemberCoding<Double> {
  /// A number that is a string in JSON. The bare number is read, too.
  public static var text: Self { Self(storage: doubleTexts) }
}

extension MemberCoding<Decimal> {
  /// A decimal number that is a string in JSON. The bare number is read, too. `"1.50"` has the value of `"1.5"`, and is written
  /// so.
  public static var text: Self { Self(storage: decimalTexts) }
}

extension MemberCoding<Bool> {
  /// A boolean that is a string in JSON: `"true"` or `"false"`. The bare boolean is read, too.
  public static var text: Self { Self(storage: booleanTexts) }
}

extension MemberCoding<Data> {
  /// Bytes in Base64, whatever the coder's strategy for data is.
  public static var base64: Self { Self(storage: base64Texts) }

  /// Bytes in the URL-safe alphabet of Base64 (RFC 4648, section 5). Padding is read, and not written.
  public static var base64url: Self { Self(storage: base64URLTexts) }
}

private let intTexts = MemberCoding<Int>.Storage(textOf: "Int", read: { Int($0) }, number: { $0.int }, write: { "\($0)" })
private let int64Texts = MemberCoding<Int64>.Storage(
  textOf: "Int64", read: { Int64($0) }, number: { $0.integer(Int64.self) }, write: { "\($0)" })
private let doubleTexts = MemberCoding<Double>.Storage(
  textOf: "Double", read: { isNumber($0) ? Double($0).flatMap { $0.isFinite ? $0 : nil } : nil }, number: { $0.double },
  write: { JSONValue.Number($0)?.text })
private let decimalTexts = MemberCoding<Decimal>.Storage(
  textOf: "Decimal", read: { isNumber($0) ? Decimal(string: $0) : nil }, number: { $0.decimal },
  write: { $0.isNaN ? nil : $0.description })

private let booleanTexts = MemberCoding<Bool>.Storage(
  ModelShape.Coding(name: "text", wire: String.self, alsoReads: Bool.self),
  decode: { json in
    switch json {
    case .bool(let value): return value
    case .string("true"): return true
    case .string("false"): return false
    case .string: throw CodingFault.invalid("The text is neither true nor false.")
    default: throw CodingFault.kind(Bool.self, json)
    }
  },
  encode: { .string($0 ? "true" : "false") })

private let base64Texts = MemberCoding<Data>.Storage(
  ModelShape.Coding(name: "base64", wire: String.self),
  decode: { json in
    guard case .string(let text) = json else { throw CodingFault.kind(Data.self, json) }
    guard let data = Data(base64Encoded: text) else { throw CodingFault.invalid("The text is not Base64.") }
    return data
  },
  encode: { .string($0.base64EncodedString()) })

private let base64URLTexts = MemberCoding<Data>.Storage(
  ModelShape.Coding(name: "base64url", wire: String.self),
  decode: { json in
    guard case .string(let text) = json else { throw CodingFault.kind(Data.self, json) }
    var standard = text.utf8.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    guard !text.utf8.contains(where: { $0 == 0x2B || $0 == 0x2F }), let data = Data(base64Encoded: Data(standard)) else {
      throw CodingFault.invalid("The text is not Base64 of RFC 4648, section 5.")
    }
    return data
  },
  encode: { data in
    let standard = data.base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }
    return .string(String(decoding: standard.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }, as: UTF8.self))
  })

extension MemberCoding.Storage {
  /// The text of a number.
  fileprivate convenience init(
    textOf type: String, read: @escaping @Sendable (String) -> Value?,
    number: @escaping @Sendable (JSONValue.Number) -> Value?, write: @escaping @Sendable (Value) -> String?
  ) {
    self.init(
      ModelShape.Coding(name: "text", wire: String.self, alsoReads: Value.self),
      decode: { json in
        switch json {
        case .string(let text):
          guard let value = read(text) else { throw CodingFault.invalid("The text is not a number of the type \(type).") }
          return value
        case .number(let bare):
          guard let value = number(bare) else { throw CodingFault.invalid("A number does not fit in \(type).") }
          return value
        default: throw CodingFault.kind(Value.self, json)
        }
      },
      encode: { value in
        guard let text = write(value) else { throw CodingFault.invalid("JSON has neither infinity nor NaN.") }
        return .string(text)
      })
  }
}

/// Whether a text is a decimal number. Swift's own parsers read more: `Double` reads `0x1p3` and `nan`, `Decimal` reads `1-2`.
private func isNumber(_ text: String) -> Bool {
  guard let last = text.utf8.last, last &- 0x30 < 10, Double(text) != nil else { return false }
  return text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E || $0 | 0x20 == 0x65 || $0 == 0x2D || $0 == 0x2B }
}
