import FoundationEssentials

/// Writes one query.
struct QueryWriter {
  let encoder: QueryEncoder
  private(set) var output: [UInt8] = []

  /// `parent` is the escaped key of the object around these items.
  mutating func write(_ query: Query, under parent: [UInt8]?) {
    let items = encoder.order == .sorted ? query.items.sorted { $0.key < $1.key } : query.items
    for item in items { write(item.value, key: key(item.key, under: parent)) }
  }

  private func key(_ name: String, under parent: [UInt8]?) -> [UInt8] {
    guard let parent else { return escaped(name) }
    switch encoder.objects {
    case .brackets: return parent + Self.open + escaped(name) + Self.close
    case .dots: return parent + [UInt8(ascii: ".")] + escaped(name)
    }
  }

  private static let open = Array("%5B".utf8)
  private static let close = Array("%5D".utf8)

  private mutating func write(_ value: QueryValue, key: [UInt8]) {
    switch value {
    case .object(let query): write(query, under: key)
    case .array(let elements): write(elements, key: key)
    default:
      guard let text = text(of: value) else { return writeNull(key) }
      begin(key)
      output.append(UInt8(ascii: "="))
      output += escaped(text)
    }
  }

  private mutating func write(_ elements: [QueryValue], key: [UInt8]) {
    var form = encoder.arrays
    if form == .comma, !elements.allSatisfy(\.isScalar) { form = .indexed }
    switch form {
    case .comma:
      let texts = elements.compactMap { text(of: $0) ?? (encoder.nulls == .omit ? nil : "") }
      guard !texts.isEmpty else { return }
      begin(key)
      output.append(UInt8(ascii: "="))
      output += texts.map(escaped).joined(separator: [UInt8(ascii: ",")])
    case .brackets:
      for element in elements { write(element, key: key + Self.open + Self.close) }
    case .repeated:
      for element in elements { write(element, key: key) }
    case .indexed:
      for (index, element) in elements.enumerated() {
        write(element, key: key + Self.open + Array(String(index).utf8) + Self.close)
      }
    }
  }

  private mutating func writeNull(_ key: [UInt8]) {
    guard encoder.nulls != .omit else { return }
    begin(key)
    if encoder.nulls == .empty { output.append(UInt8(ascii: "=")) }
  }

  private mutating func begin(_ key: [UInt8]) {
    if !output.isEmpty { output.append(UInt8(ascii: "&")) }
    output += key
  }

  /// Returns the text of a scalar; nil for null, and for a date that is not finite.
  private func text(of value: QueryValue) -> String? {
    switch value {
    case .null, .array, .object: nil
    case .bool(let value): encoder.booleans == .words ? (value ? "true" : "false") : (value ? "1" : "0")
    case .int(let value): String(value)
    case .double(let value): JSONValue.Number(value)?.text ?? String(value)
    case .string(let text): text
    case .date(let date):
      switch encoder.dates {
      case .iso8601: InternetDate.text(of: date)
      case .secondsSince1970: JSONValue.Number(date.timeIntervalSince1970)?.text
      case .milliseconds: InternetDate.milliseconds(of: date).map { String($0) }
      }
    }
  }

  private func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case UInt8(ascii: " ") where encoder.writesSpaceAsPlus:
        bytes.append(UInt8(ascii: "+"))
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digit(byte >> 4))
        bytes.append(Self.digit(byte & 0xF))
      }
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

extension QueryValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
