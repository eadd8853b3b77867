public import FoundationEssentials

extension JSONValue {
  /// Returns the value as JSON in UTF-8, without white space.
  ///
  /// - Parameter sortedKeys: whether members are sorted by name instead of keeping their order.
  public func data(sortedKeys: Bool = false) -> Data {
    Data(printed(pretty: false, sortedKeys: sortedKeys))
  }

  /// Returns the value as JSON.
  ///
  /// The text is always the same for the same value and arguments.
  ///
  /// - Parameters:
  ///   - pretty: whether to write a line for each member and element, indented by two spaces.
  ///   - sortedKeys: whether members are sorted by name instead of keeping their order.
  public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    String(decoding: printed(pretty: pretty, sortedKeys: sortedKeys), as: UTF8.self)
  }

  func printed(pretty: Bool, sortedKeys: Bool) -> [UInt8] {
    var printer = JSONPrinter(isPretty: pretty, sortsKeys: sortedKeys)
    printer.print(self)
    return printer.output
  }
}

/// Prints one value. It uses a stack of unfinished arrays and objects instead of recursion.
private struct JSONPrinter {
  private enum Rest {
    case elements(ArraySlice<JSONValue>)
    case members(ArraySlice<JSONValue.Object.Member>)
  }

  let isPretty: Bool
  let sortsKeys: Bool
  var output: [UInt8] = []
  private var unfinished: [Rest] = []

  init(isPretty: Bool, sortsKeys: Bool) {
    self.isPretty = isPretty
    self.sortsKeys = sortsKeys
  }

  mutating func print(_ value: JSONValue) {
    begin(value)
    while let rest = unfinished.popLast() {
      switch rest {
      case .elements(let elements):
        guard let element = elements.first else {
          end(UInt8(ascii: "]"))
          continue
        }
        unfinished.append(.elements(elements.dropFirst()))
        separate(isFirst: elements.startIndex == 0)
        begin(element)
      case .members(let members):
        guard let member = members.first else {
          end(UInt8(ascii: "}"))
          continue
        }
        unfinished.append(.members(members.dropFirst()))
        separate(isFirst: members.startIndex == 0)
        write(quoted: member.key)
        output.append(UInt8(ascii: ":"))
        if isPretty { output.append(UInt8(ascii: " ")) }
        begin(member.value)
      }
    }
  }

  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.text.utf8
    case .string(let text): write(quoted: text)
    case .array(let elements) where elements.isEmpty: output += "[]".utf8
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      unfinished.append(.elements(elements[...]))
    case .object(let object) where object.isEmpty: output += "{}".utf8
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      unfinished.append(.members((sortsKeys ? object.sorted { $0.key < $1.key } : Array(object))[...]))
    }
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    newLine(depth: unfinished.count)
  }

  private mutating func end(_ mark: UInt8) {
    newLine(depth: unfinished.count)
    output.append(mark)
  }

  private mutating func newLine(depth: Int) {
    guard isPretty else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func write(quoted text: String) {
    var text = text
    output.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      var written = 0
      for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        output.append(contentsOf: bytes[written..<index])
        write(escaped: byte)
        written = index + 1
      }
      output.append(contentsOf: bytes[written...])
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func write(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
    case 0x08: output += "\\b".utf8
    case 0x09: output += "\\t".utf8
    case 0x0A: output += "\\n".utf8
    case 0x0C: output += "\\f".utf8
    case 0x0D: output += "\\r".utf8
    default: output += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    }
  }
}
