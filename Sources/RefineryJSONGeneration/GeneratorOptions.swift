/// The options of the generator, named as on its command line.
public struct GeneratorOptions: Equatable, Sendable {
  /// The target that contains the models.
  public var target: String
  /// The models, such as `Outer.Inner`; empty for all that are `Decodable`.
  public var types: [String] = []
  /// Whether models that cannot be read directly are left to `Codable` instead of being errors.
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

  /// The options in the head of a generated file; nil for any other file.
  init?(header text: String) {
    self.init(target: "")
    // A checkout may have CRLF line ends, and a CRLF is one `Character`.
    for line in text.split(whereSeparator: \.isNewline).prefix(while: { $0.hasPrefix("//") }) {
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

/// Faults that prevent a module from being read or a command from being run: one line for each.
public struct Mistakes: Error, Equatable, Sendable {
  /// The lines to print.
  public let lines: [String]
}
