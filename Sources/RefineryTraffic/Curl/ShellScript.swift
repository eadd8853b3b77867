import FoundationEssentials
import RefineryCore

/// A word of a shell command. It is bytes, because `$'\xff'` is a word, too.
struct ShellWord: Sendable, Equatable {
  var bytes: [UInt8] = []
  /// The line of its first byte, from 1.
  var line: Int
  /// Whether a part of it is quoted.
  var isQuoted = false

  /// The text; nil if the bytes are not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// A command with the comment before it.
struct ShellCommand: Sendable {
  var words: [ShellWord] = []
  var comment: String?
}

/// Splits a script into commands and words, by the rules of quoting of bash. What a shell would run or expand and this does not
/// is an error.
struct ShellScript {
  private let bytes: [UInt8]
  private let variables: [String: String]
  private var position = 0
  private var line = 1
  private var commands: [ShellCommand] = []
  private var command = ShellCommand()
  private var word: ShellWord?
  private var comment: String?
  /// Whether the word has a brace without quotes, and a comma after it.
  private var brace = (isOpen: false, hasComma: false)

  static func commands(in script: String, variables: [String: String]) throws(TrafficError) -> [ShellCommand] {
    var reader = ShellScript(bytes: Array(script.utf8), variables: variables)
    try reader.read()
    return reader.commands
  }

  private init(bytes: [UInt8], variables: [String: String]) {
    self.bytes = bytes
    self.variables = variables
  }

  private func fault(_ reason: String) -> TrafficError { TrafficError(.curl, at: "line \(line)", reason) }

  private func byte(after offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func take(_ byte: UInt8, isQuoted: Bool = false) {
    if word == nil { word = ShellWord(line: line) }
    word?.bytes.append(byte)
    if isQuoted { word?.isQuoted = true }
  }

  private mutating func endWord() {
    if let word { command.words.append(word) }
    word = nil
    brace = (false, false)
  }

  private mutating func endCommand() {
    endWord()
    guard !command.words.isEmpty else { return }
    command.comment = comment
    comment = nil
    commands.append(command)
    command = ShellCommand()
  }

  private mutating func read() throws(TrafficError) {
    while let byte = byte() {
      position += 1
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): endWord()
      case UInt8(ascii: "\n"):
        endCommand()
        line += 1
      case UInt8(ascii: ";"): endCommand()
      case UInt8(ascii: "&"):
        // After the last command of several that Chrome copies there is none. A single one runs the command in the background.
        if self.byte() == UInt8(ascii: "&") { position += 1 }
        endCommand()
      case UInt8(ascii: "#") where word == nil: readComment()
      case UInt8(ascii: "'"): try readSingleQuotes()
      case UInt8(ascii: "\""): try readDoubleQuotes()
      case UInt8(ascii: "\\"): readEscape()
      case UInt8(ascii: "$"): try readDollar(isQuoted: false)
      case UInt8(ascii: "`"): throw fault("it runs another command in backticks: put in its output")
      case UInt8(ascii: "|"): throw fault("a pipe follows the command: take it away")
      case UInt8(ascii: "<"): throw fault("the command reads from a file or a text by `<`: name the file with @")
      case UInt8(ascii: ">"): throw fault("the output goes to a file by `>`: use --output, or take it away")
      case UInt8(ascii: "("), UInt8(ascii: ")"): throw fault("parentheses are not quoted")
      case UInt8(ascii: "^") where self.byte() == UInt8(ascii: "\"") || self.byte() == UInt8(ascii: "\n"):
        throw fault("this is a command for cmd of Windows: copy the request as cURL (bash)")
      case UInt8(ascii: "}") where brace.hasComma:
        throw fault("the shell makes several words of {a,b} without quotes: put quotes around the word")
      default:
        if byte == UInt8(ascii: "{") { brace.isOpen = true }
        if byte == UInt8(ascii: ",") { brace.hasComma = brace.isOpen }
        take(byte)
      }
    }
    endCommand()
  }

  private mutating func readComment() {
    let start = position
    while let byte = byte(), byte != UInt8(ascii: "\n") { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    comment = String(text.drop { $0 == " " || $0 == "\t" }.filter { $0 != "\r" })
  }

  private mutating func readEscape() {
    guard let byte = byte() else { return }
    position += 1
    // A backslash before a line end continues the line.
    if byte == UInt8(ascii: "\r"), self.byte() == UInt8(ascii: "\n") { position += 1 }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { line += 1 } else { take(byte, isQuoted: true) }
  }

  private mutating func beginQuotes() {
    if word == nil { word = ShellWord(line: line) }
    word?.isQuoted = true
  }

  private mutating func readSingleQuotes() throws(TrafficError) {
    let start = line
    beginQuotes()
    while let byte = byte() {
      position += 1
      if byte == UInt8(ascii: "'") { return }
      if byte == UInt8(ascii: "\n") { line += 1 }
      word?.bytes.append(byte)
    }
    throw TrafficError(.curl, at: "line \(start)", "a quote ' is not closed")
  }

  private mutating func readDoubleQuotes() throws(TrafficError) {
    let start = line
    beginQuotes()
    while let byte = byte() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "$"): try readDollar(isQuoted: true)
      case UInt8(ascii: "`"): throw fault("it runs another command in backticks: put in its output")
      case UInt8(ascii: "\\"):
        guard let next = self.byte() else { break }
        if next == UInt8(ascii: "\n") {
          position += 1
          line += 1
        } else if "$`\"\\".utf8.contains(next) {
          position += 1
          word?.bytes.append(next)
        } else {
          word?.bytes.append(byte)
        }
      default:
        if byte == UInt8(ascii: "\n") { line += 1 }
        word?.bytes.append(byte)
      }
    }
    throw TrafficError(.curl, at: "line \(start)", "a quote \" is not closed")
  }

  /// A variable, or `$'...'`.
  private mutating func readDollar(isQuoted: Bool) throws(TrafficError) {
    switch byte() {
    case UInt8(ascii: "'") where !isQuoted:
      position += 1
      beginQuotes()
      let start = line
      var text = ANSIQuoted()
      guard let end = text.read(bytes, from: position) else {
        throw TrafficError(.curl, at: "line \(start)", "a quote $' is not closed")
      }
      line += bytes[position..<end].count { $0 == UInt8(ascii: "\n") }
      position = end
      word?.bytes += text.output
    case UInt8(ascii: "("): throw fault("it runs another command by $(...): put in its output")
    case UInt8(ascii: "{"):
      position += 1
      let name = readName()
      guard !name.isEmpty, byte() == UInt8(ascii: "}") else { throw fault("only ${NAME} is understood after a dollar sign") }
      position += 1
      try expand(name)
    case let byte? where "0123456789?$@*#!-".utf8.contains(byte) || byte == UInt8(ascii: "\"") && !isQuoted:
      throw fault("the shell replaces $\(Character(Unicode.Scalar(byte))): put its value in, or quote the dollar sign")
    default:
      let name = readName()
      if name.isEmpty { take(UInt8(ascii: "$"), isQuoted: isQuoted) } else { try expand(name) }
    }
  }

  private mutating func readName() -> String {
    let start = position
    while let byte = byte() {
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard isLetter || isDigit && position > start else { break }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func expand(_ name: String) throws(TrafficError) {
    guard let value = variables[name] else { throw fault("the variable \(name) has no value") }
    beginQuotes()
    word?.bytes += Array(value.utf8)
  }
}
