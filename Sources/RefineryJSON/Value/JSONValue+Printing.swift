public import FoundationEssentials

extension JSONValue {
  /// Returns the value as JSON in UTF-8, without white space.
  ///
  /// - Parameter sortedKeys: whether members are sorted by the bytes of their names instead of keeping their order.
  public func data(sortedKeys: Bool = false) -> Data {
    printed(pretty: false, sortedKeys: sortedKeys) { $0.data() }
  }

  /// Returns the value as JSON.
  ///
  /// The same value and arguments always give the same text.
  ///
  /// - Parameters:
  ///   - pretty: whether to write a line for each member and element, indented by two spaces.
  ///   - sortedKeys: whether members are sorted by the bytes of their names instead of keeping their order.
  public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    printed(pretty: pretty, sortedKeys: sortedKeys) { $0.text(0..<$0.count) }
  }

  private func printed<Result>(pretty: Bool, sortedKeys: Bool, _ body: (OutputBuffer) -> Result) -> Result {
    let storage = OutputStorage(nesting: 0)
    return withExtendedLifetime(storage) {
      var printer = ValuePrinter(storage.output, isPretty: pretty, sortsKeys: sortedKeys)
      printer.print(self)
      return body(storage.output)
    }
  }
}

/// Writes one value. It uses a stack of unfinished arrays and objects instead of recursion.
struct ValuePrinter {
  private struct Unfinished {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONValue.Object.Member] = []
    /// The index of the next element or member.
    var next = 0
  }

  private let output: OutputBuffer
  private let isPretty: Bool
  private let sortsKeys: Bool
  private var unfinished: [Unfinished] = []

  /// The owner of the output must stay alive while the printer is used.
  init(_ output: OutputBuffer, isPretty: Bool, sortsKeys: Bool) {
    self.output = output
    self.isPretty = isPretty
    self.sortsKeys = sortsKeys
  }

  mutating func print(_ value: JSONValue) {
    begin(value)
    while let last = unfinished.indices.last {
      let next = unfinished[last].next
      unfinished[last].next = next + 1
      let isObject = unfinished[last].isObject
      guard next < (isObject ? unfinished[last].members.count : unfinished[last].elements.count) else {
        unfinished.removeLast()
        newLine()
        output.write(byte: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        continue
      }
      if next > 0 { output.write(byte: UInt8(ascii: ",")) }
      newLine()
      guard isObject else {
        begin(unfinished[last].elements[next])
        continue
      }
      let member = unfinished[last].members[next]
      output.write(quoted: member.key, escapingSlashes: false)
      output.write(byte: UInt8(ascii: ":"))
      if isPretty { output.write(byte: UInt8(ascii: " ")) }
      begin(member.value)
    }
  }

  /// Writes a scalar, an empty array or object, or the start of another one.
  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: output.writeNull()
    case .bool(let value): output.write(value)
    case .number(let number): output.write(ascii: number.text)
    case .string(let text): output.write(quoted: text, escapingSlashes: false)
    case .array(let elements):
      output.write(byte: UInt8(ascii: "["))
      guard elements.isEmpty else { return unfinished.append(Unfinished(isObject: false, elements: elements)) }
      output.write(byte: UInt8(ascii: "]"))
    case .object(let object):
      output.write(byte: UInt8(ascii: "{"))
      guard object.isEmpty else {
        var members = object.members
        if sortsKeys { members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
        return unfinished.append(Unfinished(isObject: true, members: members))
      }
      output.write(byte: UInt8(ascii: "}"))
    }
  }

  private func newLine() {
    guard isPretty else { return }
    output.write(byte: UInt8(ascii: "\n"))
    output.write(repeating: UInt8(ascii: " "), count: 2 * unfinished.count)
  }
}
