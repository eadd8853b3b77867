import FoundationEssentials
import RefineryJSON

/// An identifier of several path segments, such as the name `library/nginx` of an image.
///
/// It fills a placeholder that takes a list: `static let itemPath: URITemplate = "v2{/id*}/tags"`. Each segment is encoded on
/// its own, so a slash within a segment stays `%2F`. A ``PathRouter`` receives the segments joined by slashes.
public protocol SegmentedID: Hashable, Sendable {
  /// The segments, in order.
  var segments: [String] { get }
}

/// The value of a variable of a ``URITemplate``: a text, a list, a map, or nothing.
///
/// ```swift
/// let values: PathValues = ["id": 5, "tags": ["new", "red"], "filter": ["age": "7"], "page": nil]
/// ```
public enum PathValue: Sendable, Hashable {
  /// A text. It may be empty.
  case text(String)
  /// A list of texts. An empty list counts as no value.
  case list([String])
  /// Keys with their values, in this order. An empty map counts as no value.
  case map([Pair])
  /// No value.
  case undefined

  /// A key of a map with its value.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String

    /// A key with its value.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The text of an identifier.
  ///
  /// A `String` is used as it is, a number as its digits, a `UUID` in lower case (RFC 9562 section 4), a `Date` as in RFC 3339.
  /// An array or a ``SegmentedID`` becomes a list, a dictionary a map, and nil ``undefined``. For any other type, its
  /// ``QueryConvertible/queryValue`` is used, or else its `description`, or else its raw value.
  public init<ID: Hashable>(id: ID) {
    // Types are compared first: for common identifiers, this leaves only one of the casts below.
    if ID.self == String.self, let text = id as? String {
      self = .text(text)
    } else if ID.self == Int.self, let number = id as? Int {
      self = .text(String(number))
    } else if ID.self == UUID.self, let uuid = id as? UUID {
      self = .text(uuid.text)
    } else {
      self.init(any: id)
    }
  }

  private init(any id: any Hashable) {
    switch id {
    case let optional as any OptionalIdentifier:
      if let wrapped = optional.identifier { self.init(any: wrapped) } else { self = .undefined }
    case let uuid as UUID:
      self = .text(uuid.text)
    case let id as any SegmentedID:
      self = .list(id.segments)
    case let list as any ListOfIdentifiers:
      self = .list(list.identifiers.compactMap { PathValue(any: $0).routedID })
    case let value as any QueryConvertible:
      self.init(value.queryValue)
    case let described as any CustomStringConvertible:
      self = .text(described.description)
    case let raw as any RawRepresentable:
      if let value = raw.rawValue as? any Hashable { self.init(any: value) } else { self = .text("\(raw.rawValue)") }
    default:
      self = .text(String(describing: id))
    }
  }

  private init(_ value: QueryValue) {
    switch value {
    case .null: self = .undefined
    case .bool(let claim): self = .text(String(claim))
    case .int(let number): self = .text(String(number))
    case .double(let number): self = .text(String(number))
    case .string(let text): self = .text(text)
    case .date(let date): self = InternetDate.text(of: date).map(PathValue.text) ?? .undefined
    case .array(let items): self = .list(items.compactMap { PathValue($0).routedID })
    case .object(let query):
      self = .map(query.items.compactMap { item in PathValue(item.value).routedID.map { Pair(item.key, $0) } })
    }
  }

  /// Whether the value is defined (RFC 6570 section 2.3); empty lists and maps are undefined.
  var isDefined: Bool {
    switch self {
    case .text: true
    case .list(let items): !items.isEmpty
    case .map(let pairs): !pairs.isEmpty
    case .undefined: false
    }
  }

  /// The text of an id for routers, with slashes between the segments of a ``SegmentedID``; nil if there is no id.
  var routedID: String? {
    switch self {
    case .text(let text): text
    case .list(let segments): segments.isEmpty ? nil : segments.joined(separator: "/")
    case .map, .undefined: nil
    }
  }

  var isText: Bool {
    if case .text = self { true } else { false }
  }
}

extension PathValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// The digits of a number.
  public init(integerLiteral number: Int) { self = .text(String(number)) }
  /// The digits of a number.
  public init(floatLiteral number: Double) { self = .text(String(number)) }
  /// `true` or `false`.
  public init(booleanLiteral claim: Bool) { self = .text(String(claim)) }
  /// A list of texts.
  public init(arrayLiteral items: String...) { self = .list(items) }
  /// A map, in the order written.
  public init(dictionaryLiteral pairs: (String, String)...) { self = .map(pairs.map(Pair.init)) }
  /// No value.
  public init(nilLiteral: ()) { self = .undefined }
}

private protocol OptionalIdentifier {
  var identifier: (any Hashable)? { get }
}

private protocol ListOfIdentifiers {
  var identifiers: [any Hashable] { get }
}

extension Array: ListOfIdentifiers where Element: Hashable {
  fileprivate var identifiers: [any Hashable] { self }
}

extension Optional: OptionalIdentifier where Wrapped: Hashable {
  fileprivate var identifier: (any Hashable)? { self }
}

extension UUID {
  /// The UUID in lower case, as RFC 9562 section 4 requires. Foundation's `uuidString` is in capitals and takes four times as
  /// long as writing a whole target.
  var text: String {
    String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      func append(_ byte: UInt8) {
        text[end] = byte
        end += 1
      }
      withUnsafeBytes(of: uuid) { bytes in
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
          for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
      }
      return end
    }
  }
}
