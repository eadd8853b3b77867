public import RefineryJSON

/// A `JSONValue` is also read and written verbatim if it is part of a model.
extension JSONValue: JSONVerbatim, JSONReadable {
  /// Creates a value from its parts. If a member is repeated, the last one wins.
  public init(parts: inout JSONParts) throws {
    var open: [RawJSONContainer] = []
    while let part = try parts.next() {
      var value: JSONValue
      switch part {
      case .null: value = .null
      case .bool(let flag): value = .bool(flag)
      case .number(let text): value = .number(Number(unchecked: text))
      case .string(let text): value = .string(text)
      case .array, .object:
        open.append(RawJSONContainer(isObject: part == .object))
        continue
      case .name(let name):
        open[open.count - 1].key = name
        continue
      case .end: value = open.removeLast().value
      }
      if open.isEmpty {
        self = value
        return
      }
      open[open.count - 1].put(value)
    }
    self = .null
  }

  /// Returns the value as compact JSON.
  public func printed(sortedKeys: Bool) -> [UInt8] { printed(pretty: false, sortedKeys: sortedKeys) }
}

/// An array or object whose end has not been reached.
struct RawJSONContainer {
  let isObject: Bool
  private var elements: [JSONValue] = []
  private(set) var members = JSONValue.Object()
  /// The name of the next member.
  var key = ""

  init(isObject: Bool) { self.isObject = isObject }

  /// The value so far.
  var value: JSONValue { isObject ? .object(members) : .array(elements) }

  mutating func put(_ value: JSONValue) {
    if isObject { members[key] = value } else { elements.append(value) }
  }
}
