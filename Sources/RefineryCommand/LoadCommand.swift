#if CommandLine && Load
  import ArgumentParser
  import Foundation
  import Refinery
  import RefineryLoad

  struct LoadCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "load", abstract: "Send calls at a fixed rate, and report their latencies.",
      discussion: """
        Each call has an intended start, and starts then whether or not earlier calls have ended: a slow server gets no rest. \
        Latencies count from the intended start, so a stall of the server appears in the percentiles with all calls that it \
        delays. The service time counts from the actual start.

        --rate: Calls a second: 100, or steps such as 100,200,400 or "100..1000 by 100".

        The calls go through the chain of the client, with its limits: calls that a rate limit, a circuit or a concurrency \
        limit refuses are counted apart from those that the server refuses. --bare removes the chain.

        A value of the path or the query may differ between calls: {1..1000} counts and begins again, {random 1..1000} is a \
        random number, {lines FILE} takes the lines of a file in turn, and {random lines FILE} takes any of them. Example: \
        id={1..1000}.

        Ctrl-C ends the run early, with a report.

        \(CallArguments.help) With load, 0 means that the whole run took place and at least one call succeeded.
        """)

    @OptionGroup var arguments: CallArguments
    @OptionGroup var schedule: LoadArguments

    @Flag(help: "Send the calls without middleware: no retries, no credentials, no limits.")
    var bare = false

    @Option(help: ArgumentHelp("Write the plots as SVG.", valueName: "file"), completion: .file())
    var svg: String?

    @Option(help: ArgumentHelp("Write everything as JSON.", valueName: "file"), completion: .file())
    var json: String?

    @Option(
      help: ArgumentHelp("Write one line of CSV for each call: its intended start, start, end and status.", valueName: "file"),
      completion: .file())
    var raw: String?

    @Flag(name: [.short, .long], help: "Show no progress.")
    var quiet = false

    func run(in session: Session) async throws -> ToolStatus {
      let plan = try schedule.plan()
      guard !bare || (arguments.user == nil && arguments.bearer == nil) else {
        throw UsageError("--bare removes the chain, and so the credentials: remove --user and --bearer")
      }
      var client = try arguments.client(in: session)
      if bare { client.middleware = [] }
      if let problem = client.problems.first { throw UsageError(problem) }
      for (option, path) in [("--svg", svg), ("--json", json)] {
        if let path { try LoadFile.checkFile(of: path, option) }
      }
      let calls = try LoadCalls(arguments, seed: plan.seed, in: session)
      let file = try raw.map { try LoadFile($0) }
      let progress = quiet ? nil : LoadProgress(of: plan, on: session.console)
      progress?.begin(calls.row, client)
      var record: (@Sendable (String) -> Void)?
      if let file {
        file.write(LoadRecord.header)
        record = { file.write($0) }
      }
      let generator = LoadGenerator(plan, clock: client.clock, record: record) { [client] number in
        do { return await client.loadOutcome(of: try calls.call(number)) } catch { return LoadOutcome(error) }
      }
      // The calls have a lower priority, so that many of them do not delay the start of the next.
      let run = Task(priority: .high) {
        guard let progress else { return await generator.run() }
        return await generator.run(every: progress.interval) { progress.show($0) }
      }
      let interrupt = InterruptSignal { run.cancel() }
      let report = await withTaskCancellationHandler {
        await run.value
      } onCancel: {
        run.cancel()
      }
      interrupt.end()
      progress?.end()
      return write(report, calls.row, client, file, session.console)
    }

    private func write(
      _ report: LoadReport, _ row: Endpoint, _ client: Client, _ file: LoadFile?, _ console: Console
    ) -> ToolStatus {
      let name = Redaction.escaped(row.name)
      // The table of a report needs 80 columns.
      let width = max(80, min(console.errorWidth() ?? 80, 120))
      console.printLines(report.text(title: name, width: width, isColoured: console.isColoured))
      var isWritten = file?.end() ?? true
      if let svg { isWritten = LoadFile.write(Data(report.svg(title: name).utf8), to: svg) && isWritten }
      if let json {
        let text = JSONPainter(isColoured: false).text(of: report.json(row: name, client: client.description))
        isWritten = LoadFile.write(Data("\(text)\n".utf8), to: json) && isWritten
      }
      if !isWritten { console.complain("load: a file cannot be written, so its results are missing or incomplete") }
      return isWritten && report.isComplete ? .okay : .failure
    }
  }
#elseif CommandLine
  import ArgumentParser
  import RefineryCore

  /// Says which trait it needs.
  struct LoadCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "load", abstract: "Send calls at a fixed rate, and report their latencies.",
      discussion: "The package's trait Load enables the command.")

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var arguments: [String] = []

    func run(in session: Session) async throws -> ToolStatus {
      throw UsageError("load needs the package trait Load, for example `swift run --traits CommandLine,Load`")
    }
  }
#endif
