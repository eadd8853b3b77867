import RefineryJSON

/// The kinds of JSON.
struct JSONKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = JSONKinds(rawValue: 1)
  static let boolean = JSONKinds(rawValue: 2)
  static let integer = JSONKinds(rawValue: 4)
  static let fraction = JSONKinds(rawValue: 8)
  static let text = JSONKinds(rawValue: 16)
  static let array = JSONKinds(rawValue: 32)
  static let object = JSONKinds(rawValue: 64)

  static let number: JSONKinds = [.integer, .fraction]
  static let all: JSONKinds = [.null, .boolean, .number, .text, .array, .object]
}

/// A look at a value from outside: its kind, and those of its members.
protocol ValueGlance {
  /// The kind. They are several if the decoder reads text as numbers, too.
  var kinds: JSONKinds { get }
  /// The value, unless it is an array or an object.
  var scalar: JSONValue? { get }
  /// The first element of an array.
  var firstElement: Self? { get }
  /// The first member with a name.
  func member(named name: String) -> Self?
  /// Calls a function with each member of an object.
  func forEachMember(_ body: (_ name: String, _ value: Self) -> Void)
}

extension JSONGlance: ValueGlance {
  var kinds: JSONKinds {
    switch kind {
    case .null: .null
    case .boolean: .boolean
    case .number(let isWhole): isWhole ? .integer : .fraction
    case .text: acceptsQuotedScalars ? [.text, .boolean, .number] : .text
    case .array: .array
    case .object: .object
    }
  }
}

/// A look through the containers of a decoder of another library.
struct ForeignGlance: ValueGlance {
  private let decoder: any Decoder
  let kinds: JSONKinds

  init(_ decoder: any Decoder) {
    self.decoder = decoder
    kinds = Self.kinds(of: decoder)
  }

  private static func kinds(of decoder: any Decoder) -> JSONKinds {
    if (try? decoder.container(keyedBy: MemberName.self)) != nil { return .object }
    if (try? decoder.unkeyedContainer()) != nil { return .array }
    guard let value = try? decoder.singleValueContainer() else { return .null }
    if value.decodeNil() { return .null }
    if (try? value.decode(String.self)) != nil { return .text }
    if (try? value.decode(Bool.self)) != nil { return .boolean }
    return (try? value.decode(Double.self)).map { $0 == $0.rounded() ? .integer : .fraction } ?? .null
  }

  var scalar: JSONValue? {
    kinds.isDisjoint(with: [.array, .object]) ? try? JSONValue(from: decoder) : nil
  }

  var firstElement: ForeignGlance? {
    guard var elements = try? decoder.unkeyedContainer(), !elements.isAtEnd else { return nil }
    return (try? elements.superDecoder()).map { ForeignGlance($0) }
  }

  func member(named name: String) -> ForeignGlance? {
    guard let members = try? decoder.container(keyedBy: MemberName.self), members.contains(MemberName(name)) else { return nil }
    return (try? members.superDecoder(forKey: MemberName(name))).map { ForeignGlance($0) }
  }

  func forEachMember(_ body: (_ name: String, _ value: ForeignGlance) -> Void) {
    guard let members = try? decoder.container(keyedBy: MemberName.self) else { return }
    for key in members.allKeys {
      if let value = try? members.superDecoder(forKey: key) { body(key.stringValue, ForeignGlance(value)) }
    }
  }
}
