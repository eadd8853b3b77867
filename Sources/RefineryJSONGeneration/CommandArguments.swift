#if CodeGeneration
  import Foundation

  /// The arguments of the plugin and of the user.
  struct CommandArguments {
    enum Mode { case write, check, print }

    private(set) var package = URL(fileURLWithPath: ".")
    private(set) var directory = URL(fileURLWithPath: ".")
    private(set) var sources: [URL] = []
    private(set) var options = GeneratorOptions(target: "")
    private(set) var mode = Mode.write
    /// Whether the options are those of the existing file.
    private(set) var renews = false

    init(_ arguments: [String]) throws(Mistakes) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--package": package = URL(fileURLWithPath: try Self.value(of: argument, &rest))
        case "--directory": directory = URL(fileURLWithPath: try Self.value(of: argument, &rest))
        case "--source": sources.append(URL(fileURLWithPath: try Self.value(of: argument, &rest)))
        case "--target": options.target = try Self.value(of: argument, &rest)
        case "--type": options.types += try Self.value(of: argument, &rest).split(separator: ",").map(String.init)
        case "--skip-unreadable": options.skipsUnreadable = true
        case "--check": mode = .check
        case "--stdout": mode = .print
        case "--renew": renews = true
        default: throw Mistakes(lines: ["\(argument) is not an option", Self.usage])
        }
      }
      options.types = Array(Set(options.types)).sorted()
      if renews, !options.types.isEmpty || options.skipsUnreadable {
        throw Mistakes(
          lines: ["--type and --skip-unreadable need --target; without it, each file keeps the options in its first lines"])
      }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Mistakes) -> String {
      guard let value = rest.popFirst(), !value.hasPrefix("--") else {
        throw Mistakes(lines: ["\(option) needs a value", usage])
      }
      return value
    }

    static let usage =
      "usage: swift package json-readable [--target NAME]... [--type NAME,...] [--skip-unreadable] [--check | --stdout]"
  }
#endif
