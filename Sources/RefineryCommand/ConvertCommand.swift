#if CommandLine
  import ArgumentParser
  import Foundation
  import RefineryCore
  import RefineryTraffic

  struct ConvertCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert", abstract: "Convert recorded traffic: HAR, cassettes, curl commands, .http files, tests.",
      discussion: """
        The format of a file is that of its name: .har, .json (a cassette), .sh, .bash or .curl, .http or .rest, and .swift for a \
        test with --table. - is standard input or output, with --from or --to.

        Secrets are hidden, as in a cassette, and what was hidden is listed on standard error. Bodies that the format cannot \
        contain are written into a folder next to the file.
        """)

    @Argument(help: "The file to read.", completion: .file())
    var input: String

    @Argument(help: "The file to write.", completion: .file())
    var output: String

    @Option(help: "The format of the input: har, cassette, curl or http.")
    var from: String?

    @Option(help: "The format of the output: har, cassette, curl, http or test.")
    var to: String?

    @Option(help: "The table whose rows make the calls of a test, or name the exchanges.", completion: RootCommand.tableNames)
    var table: String?

    @Option(
      help: "Convert only the exchanges of this row. Needs --table, unless the input is a cassette.",
      completion: RootCommand.rowNames)
    var only: String?

    @Flag(help: "Write secrets, too.")
    var showSecrets = false

    @Option(help: ArgumentHelp("A variable of curl commands or of an .http file; repeatable.", valueName: "name=value"))
    var variable: [String] = []

    @Flag(help: "Do not list what was hidden.")
    var quiet = false

    func run(in session: Session) async throws -> ToolStatus {
      let book = RowBook(tables: session.tool.tables)
      var traffic = try read(session)
      if let table {
        traffic.name(by: try book.table(table))
      }
      if let only {
        let count = traffic.exchanges.count
        traffic.exchanges.removeAll { $0.name != only }
        guard !traffic.exchanges.isEmpty else {
          throw UsageError(
            "none of \(count) exchanges is of the row \(only)\(table == nil ? "; give --table to find rows" : "")")
        }
      }
      let file = try converted(traffic, book)
      try write(file, session.console)
      report(traffic, file, session.console)
      return .okay
    }

    // MARK: Input

    private func read(_ session: Session) throws -> Traffic {
      let format = try format(from, of: input, "--from", "har, cassette, curl or http")
      let data: Data
      do {
        data = input == "-" ? try session.console.readAll() : try Data(contentsOf: URL(filePath: input), options: .mappedIfSafe)
      } catch {
        throw UsageError("\(input) cannot be read: \(Self.reason(error))")
      }
      let folder = input == "-" ? nil : URL(filePath: input).deletingLastPathComponent()
      // The paths of a script are those of its folder.
      func file(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path, relativeTo: folder)) }
      switch format {
      case .har: return try Traffic(har: data)
      case .cassette: return try Traffic(cassette: data)
      case .curl: return try Traffic(curl: try text(data), variables: try variables(), readingFiles: file)
      case .http: return try Traffic(http: try text(data), variables: try variables(), readingFiles: file)
      }
    }

    /// The format of an option, or of the name of a file.
    private func format(_ given: String?, of file: String, _ option: String, _ choices: String) throws -> TrafficFormat {
      if let given {
        guard let format = TrafficFormat(rawValue: given) else { throw UsageError("\(option) is \(choices)") }
        return format
      }
      guard let format = TrafficFormat(fileName: file) else {
        throw UsageError("the name \(file) does not say its format: give \(option) \(choices)")
      }
      return format
    }

    private func text(_ data: Data) throws -> String {
      guard let text = String(validating: data, as: UTF8.self) else { throw UsageError("\(input) is not UTF-8") }
      return text
    }

    private func variables() throws -> [String: String] {
      var variables: [String: String] = [:]
      for text in variable {
        guard let (name, value) = text.pair(separatedBy: "=") else { throw UsageError("--variable is name=value") }
        variables[name] = value
      }
      return variables
    }

    // MARK: Output

    private var redaction: Redaction? { showSecrets ? nil : .traffic }

    private var name: String {
      output == "-" ? "recording" : URL(filePath: output).deletingPathExtension().lastPathComponent
    }

    private func converted(_ traffic: Traffic, _ book: RowBook) throws -> TrafficFile {
      if to == "test" || to == nil && output.hasSuffix(".swift") {
        guard let table else { throw UsageError("a test needs --table, the table whose rows it calls") }
        return try traffic.testFile(for: try book.table(table), cassette: "\(name).json", redaction: redaction)
      }
      let format = try format(to, of: output, "--to", "har, cassette, curl, http or test")
      return traffic.file(as: format, redaction: redaction, attachmentsIn: "\(name).bodies")
    }

    private func write(_ file: TrafficFile, _ console: Console) throws {
      guard output != "-" else {
        guard file.attachments.isEmpty else {
          throw UsageError(
            "\(file.attachments.count) further files are needed, such as \(file.attachments[0].path): write to a file")
        }
        return console.write(file.data)
      }
      let place = URL(filePath: output)
      let attachments = file.attachments.map { attachment in
        (path: place.deletingLastPathComponent().appending(path: attachment.path), data: attachment.data)
      }
      for (path, data) in attachments + [(path: place, data: file.data)] where try replacesInput(path, with: data) {
        throw UsageError("\(input) is the input, and would be replaced by other content: give the output another name")
      }
      do {
        for (path, data) in attachments {
          try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
          try data.write(to: path, options: .atomic)
        }
        try file.data.write(to: place, options: .atomic)
      } catch {
        throw UsageError("\(output) cannot be written: \(Self.reason(error))")
      }
    }

    private func replacesInput(_ path: URL, with data: Data) throws -> Bool {
      func real(_ url: URL) -> URL { url.standardizedFileURL.resolvingSymlinksInPath() }
      guard input != "-", real(path) == real(URL(filePath: input)) else { return false }
      return try Data(contentsOf: path) != data
    }

    private func report(_ traffic: Traffic, _ file: TrafficFile, _ console: Console) {
      let count = traffic.exchanges.count
      let hidden = file.hidden.count
      console.complain("\(count) exchange\(count == 1 ? "" : "s"), \(hidden) value\(hidden == 1 ? "" : "s") hidden")
      for line in traffic.notes + file.notes { console.complain("note: \(Redaction.escaped(line))") }
      guard !quiet else { return }
      for line in Self.joined(file.hidden) { console.complain("hidden: \(Redaction.escaped(line))") }
    }

    /// One line for what was hidden at the same place of several exchanges: a browser sends its cookies with each request.
    private static func joined(_ lines: [String]) -> [String] {
      var places: [String] = []
      var numbers: [String: [String]] = [:]
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let (number, place) = words.count == 3 && words[0] == "exchange" ? (words[1], words[2]) : (nil, line)
        if numbers[place] == nil { places.append(place) }
        numbers[place, default: []] += [number].compactMap(\.self)
      }
      return places.map { place in
        let found = numbers[place] ?? []
        switch found.count {
        case 0: return place
        case 1: return "exchange \(found[0]) \(place)"
        case ...5: return "exchanges \(found.joined(separator: ", ")): \(place)"
        default: return "exchanges \(found.prefix(3).joined(separator: ", ")) and \(found.count - 3) more: \(place)"
        }
      }
    }

    private static func reason(_ error: any Error) -> String {
      let system = (error as? CocoaError)?.underlying as? POSIXError ?? error as? POSIXError
      if let system { return String(cString: strerror(system.code.rawValue)) }
      return (error as? CocoaError)?.code == .fileReadNoSuchFile ? "there is no such file" : ErrorSummary.text(of: error)
    }
  }
#endif
