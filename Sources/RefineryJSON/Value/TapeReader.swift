/// Makes a ``JSONValue`` from a part of a tape. It uses a stack of open arrays and objects instead of recursion.
struct TapeReader {
  private let tape: Tape
  /// The index in the tape of each repeated name; those of inner objects come first.
  private(set) var repeatedNames: [Int] = []
  private var open: [OpenContainer] = []

  /// The tape's document must stay alive while the reader is used.
  init(_ tape: Tape) { self.tape = tape }

  /// Reads the value at an index of the tape, and all values inside it. If a name is repeated, the first value counts.
  mutating func value(at start: Int) throws(JSONMalformed) -> JSONValue {
    var index = start
    while true {
      let entry = tape[index]
      index &+= 1
      var value: JSONValue
      if entry.kind.isContainer {
        let container = OpenContainer(isObject: entry.kind.isObject, end: entry.offset, count: entry.length)
        if index < container.end {
          open.append(container)
          if container.isObject { try readName(&index) }
          continue
        }
        value = container.value
      } else {
        value = try leaf(entry)
      }
      while true {
        guard let last = open.indices.last else { return value }
        if open[last].put(value) { repeatedNames.append(open[last].nameIndex) }
        if index < open[last].end { break }
        value = open.removeLast().value
      }
      if open[open.count - 1].isObject { try readName(&index) }
    }
  }

  private mutating func readName(_ index: inout Int) throws(JSONMalformed) {
    open[open.count - 1].name = try text(tape[index])
    open[open.count - 1].nameIndex = index
    index &+= 1
  }

  private func leaf(_ entry: TapeEntry) throws(JSONMalformed) -> JSONValue {
    switch entry.kind {
    case .null: return .null
    case .isTrue: return .bool(true)
    case .isFalse: return .bool(false)
    case .integer, .number:
      if entry.kind == .number, ParsedNumber(tape.bytes, entry) == nil { throw JSONMalformed(.invalidNumber, at: entry.offset) }
      return .number(JSONValue.Number(unchecked: tape.bytes.plainText(entry.range)))
    default: return .string(try text(entry))
    }
  }

  private func text(_ entry: TapeEntry) throws(JSONMalformed) -> String { try tape.bytes.string(entry.range, entry.kind) }
}

/// An array or object whose end has not been reached.
private struct OpenContainer {
  let isObject: Bool
  /// The index in the tape of the entry that follows the container.
  let end: Int
  private var elements: [JSONValue] = []
  private var members = JSONValue.Object()
  /// The name of the next member.
  var name = ""
  /// The index of that name in the tape.
  var nameIndex = 0

  init(isObject: Bool, end: Int, count: Int) {
    self.isObject = isObject
    self.end = end
    if isObject { members.reserveCapacity(count) } else { elements.reserveCapacity(count) }
  }

  /// The value so far.
  var value: JSONValue { isObject ? .object(members) : .array(elements) }

  /// Adds an element or the value of the next member. Returns whether a member of this name existed already.
  mutating func put(_ value: JSONValue) -> Bool {
    if isObject { return !members.insert(name, value) }
    elements.append(value)
    return false
  }
}
