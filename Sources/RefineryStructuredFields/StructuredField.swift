/// Reads and writes structured fields (RFC 9651).
///
/// RefineryCache, RefineryRateLimit and RefinerySigning share this module. The time for reading a field is proportional to its
/// length, even if it repeats a name many times.
public enum StructuredField {
  /// Returns the members of a list, in their order; nil if the field is malformed. An empty field is an empty list.
  public static func list(_ text: String) -> [StructuredMember]? {
    var parser = StructuredParser(text)
    return parser.list()
  }

  /// Returns the members of a dictionary. A repeated name keeps its first place and its last value. Returns nil if the field is
  /// malformed. An empty field is an empty dictionary.
  public static func dictionary(_ text: String) -> StructuredMap<StructuredMember>? {
    var parser = StructuredParser(text)
    return parser.dictionary()
  }

  /// Returns the one item of a field; nil if the field is malformed.
  public static func item(_ text: String) -> StructuredMember? {
    var parser = StructuredParser(text)
    return parser.wholeItem()
  }

  /// Returns the text of a list; nil if one of its values has no text, such as a string that is not ASCII.
  public static func text(_ list: [StructuredMember]) -> String? {
    var serializer = StructuredSerializer()
    return serializer.append(list) ? serializer.text : nil
  }

  /// Returns the text of a dictionary; nil if a name is not a key, or if one of the values has no text.
  public static func text(_ dictionary: StructuredMap<StructuredMember>) -> String? {
    var serializer = StructuredSerializer()
    return serializer.append(dictionary) ? serializer.text : nil
  }

  /// Returns the text as a field contains it: as a token if it is one, otherwise as a string, without the characters that a
  /// string does not permit.
  public static func tokenOrString(_ text: String) -> String {
    if StructuredParser.isToken(text) { return text }
    var serializer = StructuredSerializer()
    serializer.append(string: text.unicodeScalars.lazy.filter { (0x20...0x7E).contains($0.value) }.map { UInt8($0.value) })
    return serializer.text
  }
}

/// An item, or an inner list of items, with its parameters (RFC 9651 sections 3.1 to 3.3).
public struct StructuredMember: Sendable, Equatable {
  /// The value.
  public var value: StructuredValue
  /// The parameters, in their order.
  public var parameters: StructuredMap<StructuredValue>

  /// Creates a member.
  public init(_ value: StructuredValue, _ parameters: StructuredMap<StructuredValue> = StructuredMap()) {
    self.value = value
    self.parameters = parameters
  }
}

/// A value of a structured field (RFC 9651 section 3.3).
public enum StructuredValue: Sendable, Equatable {
  /// From -999,999,999,999,999 to 999,999,999,999,999.
  case integer(Int)
  /// A number with up to 12 digits before the point and up to three after it, in thousandths.
  case decimal(thousandths: Int)
  case string(String)
  case token(String)
  case bytes([UInt8])
  case boolean(Bool)
  /// Seconds since 1970, in the range of an integer.
  case date(Int)
  case displayString(String)
  /// Items with parameters. None of them is an inner list.
  case innerList([StructuredMember])
}

/// Values by name, in the order in which the names were first set.
public struct StructuredMap<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The names and their values.
  public private(set) var entries: [(name: String, value: Value)] = []
  /// The places of the names. Without it, the time for reading a field with many names would grow with the square of its
  /// length.
  private var places: [String: Int] = [:]

  /// Creates an empty map.
  public init() {}

  /// The value of a name; nil if there is none. Setting nil does nothing.
  public subscript(name: String) -> Value? {
    get { places[name].map { entries[$0].value } }
    set {
      guard let newValue else { return }
      if let place = places[name] {
        entries[place].value = newValue
      } else {
        places[name] = entries.count
        entries.append((name, newValue))
      }
    }
  }

  /// Two maps are equal if they have the same names with the same values in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.entries.elementsEqual(right.entries) { $0 == $1 } }
}
