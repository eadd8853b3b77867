#if CodeGeneration
  import Foundation

  /// The tool behind `swift package json-readable`. It reads the files of one target, and writes the generated file.
  public struct Command {
    /// How the command ended.
    public enum Status: Int32, Sendable {
      case success = 0
      case failure = 1
    }

    /// The name of the file that is written into a target's folder.
    public static let fileName = "JSONReadable+Generated.swift"

    /// The usage in one line.
    public static let usage = CommandArguments.usage

    private let arguments: CommandArguments
    private let print: (String) -> Void
    private let complain: (String) -> Void

    /// A command with two outputs: for results, and for problems.
    ///
    /// - Throws: ``Mistakes`` in the arguments.
    public init(_ arguments: [String], print: @escaping (String) -> Void, complain: @escaping (String) -> Void) throws(Mistakes)
    {
      self.arguments = try CommandArguments(arguments)
      self.print = print
      self.complain = complain
    }

    /// Reads, writes or compares files.
    public func run() -> Status {
      do {
        return try generate()
      } catch let mistakes as Mistakes {
        for line in mistakes.lines { complain(line) }
      } catch {
        complain("\(error)")
      }
      return .failure
    }

    private var file: URL { arguments.directory.appending(path: Self.fileName) }

    private func generate() throws -> Status {
      let old = try? String(contentsOf: file, encoding: .utf8)
      let options = try options(of: old)
      let others = arguments.sources.filter { $0.standardizedFileURL != file.standardizedFileURL }
      let sources = try others.sorted { $0.path < $1.path }.map { source in
        SourceFile(path: shown(source), text: try String(contentsOf: source, encoding: .utf8))
      }
      let result = try Generator(options: options).generate(from: sources)
      for error in result.errors { complain("\(error)") }
      if !result.errors.isEmpty, !options.skipsUnreadable {
        throw Mistakes(lines: ["\(options.target): nothing was written; --skip-unreadable leaves these models to Codable"])
      }
      guard let text = result.text else {
        throw Mistakes(lines: ["\(options.target) has no model for which a conformance can be generated"])
      }
      let count = result.models.count == 1 ? "1 model" : "\(result.models.count) models"
      switch arguments.mode {
      case .print: print(text.trimmingCharacters(in: .newlines))
      case .check where text != old:
        throw Mistakes(lines: ["\(shown(file)):1: is stale\(changes(in: result, from: old)); run `swift package json-readable`"]
        )
      case .check: print("\(shown(file)): up to date, \(count)")
      case .write:
        if text != old { try Data(text.utf8).write(to: file, options: .atomic) }
        print("\(shown(file)): \(text == old ? "unchanged" : "written"), \(count)")
      }
      return .success
    }

    /// The options of the command line. If a file is renewed, the options in its head.
    private func options(of old: String?) throws(Mistakes) -> GeneratorOptions {
      guard arguments.renews else { return arguments.options }
      guard let old, var options = GeneratorOptions(header: old) else {
        throw Mistakes(lines: ["\(shown(file)):1: has no options in its first lines; name the target with --target"])
      }
      options.target = arguments.options.target
      return options
    }

    /// The models that differ.
    private func changes(in result: Generator.Result, from old: String?) -> String {
      guard let old else { return ", because the file is missing" }
      let new = (result.text ?? "").components(separatedBy: "\n\n").filter { $0.contains("extension ") }
      let changed = zip(result.models, new).filter { !old.contains($0.1) }.map(\.0)
      return changed.isEmpty ? "" : " for " + changed.joined(separator: ", ")
    }

    private func shown(_ file: URL) -> String {
      let root = arguments.package.path(percentEncoded: false)
      let path = file.path(percentEncoded: false)
      let prefix = root.hasSuffix("/") ? root : root + "/"
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
  }
#endif
