/// What is asked of the generator, in the words of its command line.
public struct Options: Equatable, Sendable {
  /// The target whose models are meant.
  public var target: String
  /// The models that are meant, such as `Outer.Inner`; none for all that are `Decodable`.
  public var types: [String] = []
  /// Whether models that cannot be read directly are left to `Codable`, rather than being errors.
  public var skipsUnreadable = false

  /// All models of a target.
  public init(target: String) { self.target = target }

  /// The first lines of a generated file, which say how it is made.
  var header: [String] {
    var lines = [
      "// Written by `swift package json-readable`, from the models of this module and these options. Not to be edited.",
      "// swift-format-ignore-file",
      "// --target \(target)",
    ]
    lines += types.sorted().map { "// --type \($0)" }
    if skipsUnreadable { lines.append("// --skip-unreadable") }
    return lines
  }

  /// The options of a file that was generated; nil if it was not.
  init?(header text: String) {
    self.init(target: "")
    for line in text.split(separator: "\n").prefix(while: { $0.hasPrefix("//") }) {
      if let name = line.value(of: "// --target ") { target = name }
      if let name = line.value(of: "// --type ") { types.append(name) }
      if line == "// --skip-unreadable" { skipsUnreadable = true }
    }
    if target.isEmpty { return nil }
  }
}

extension Substring {
  fileprivate func value(of option: String) -> String? { hasPrefix(option) ? String(dropFirst(option.count)) : nil }
}

/// What keeps a whole module from being read, or a command from being run: a line for each.
public struct Mistakes: Error, Equatable, Sendable {
  /// What to print.
  public let lines: [String]
}
