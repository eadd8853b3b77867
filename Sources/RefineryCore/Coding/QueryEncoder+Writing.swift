import FoundationEssentials

/// Writes one query.
struct QueryWriter {
  let encoder: QueryEncoder
  private(set) var output = ""

  /// `parent` is the escaped key of the object around these items.
  mutating func write(_ query: Query, under parent: String?) {
    let items = encoder.order == .sorted ? query.items.sorted { $0.key < $1.key } : query.items
    for item in items { write(item.value, key: key(item.key, under: parent)) }
  }

  private func key(_ name: String, under parent: String?) -> String {
    guard let parent else { return escaped(name) }
    return encoder.objects == .dots ? "\(parent).\(escaped(name))" : "\(parent)%5B\(escaped(name))%5D"
  }

  private mutating func write(_ value: QueryValue, key: String) {
    switch value {
    case .object(let query) where encoder.objects == .json && !query.isEmpty: write(json: value, key)
    case .object(let query): write(query, under: key)
    case .array(let elements): write(elements, key: key)
    default:
      if let text = text(of: value) {
        begin(key)
        output += "=" + escaped(text)
      } else if encoder.nulls != .omit {
        begin(key)
        if encoder.nulls == .empty { output += "=" }
      }
    }
  }

  private mutating func write(_ elements: [QueryValue], key: String) {
    var form = encoder.arrays
    let isNested = elements.contains { element in
      switch element {
      case .array, .object: true
      default: false
      }
    }
    if isNested, encoder.objects == .json { return write(json: .array(elements), key) }
    if form == .comma, isNested { form = .indexed }
    switch form {
    case .comma:
      let texts = elements.compactMap { text(of: $0) ?? (encoder.nulls == .omit ? nil : "") }
      guard !texts.isEmpty else { return }
      begin(key)
      output += "=" + texts.map(escaped).joined(separator: ",")
    case .brackets:
      for element in elements { write(element, key: key + "%5B%5D") }
    case .repeated:
      for element in elements { write(element, key: key) }
    case .indexed:
      for (index, element) in elements.enumerated() { write(element, key: "\(key)%5B\(index)%5D") }
    }
  }

  private mutating func write(json value: QueryValue, _ key: String) {
    begin(key)
    output += "=" + escaped("\(json(of: value))")
  }

  private func json(of value: QueryValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .number(value)
    case .double(let value): JSONValue.Number(value).map { .number($0) } ?? .null
    case .string(let text): .string(text)
    case .date:
      if encoder.dates == .iso8601 {
        text(of: value).map { .string($0) } ?? .null
      } else {
        text(of: value).flatMap { Double($0) }.flatMap { JSONValue.Number($0) }.map { .number($0) } ?? .null
      }
    case .array(let elements): .array(elements.map(json))
    case .object(let query): .object(JSONValue.Object(query.items.map { (key: $0.key, value: json(of: $0.value)) }))
    }
  }

  private mutating func begin(_ key: String) {
    if !output.isEmpty { output += "&" }
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

  private func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.append(percentEncoding: text, keeping: .unreserved)
    return encoder.writesSpaceAsPlus ? escaped.replacing("%20", with: "+") : escaped
  }
}
