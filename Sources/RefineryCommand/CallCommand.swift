#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import Refinery

  struct CallCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "call", abstract: "Make a call and print the response.",
      discussion: """
        JSON is printed in lines, and in colour on a terminal unless NO_COLOR is set. If the call fails, standard error has one \
        line with the reason, followed by the body of the response. Standard output is then empty.

        --json: The outcome is one JSON object on standard output, also if the call fails: row, error (stage, kind, message), \
        status, headers, the content as body (JSON), text or base64, and the attempts with their times in seconds.

        --pages, --all: A list is read page by page, and each element is printed on a line of its own. The pages are found by \
        the row's pagination, or else by the link to the next page in the response. If a later page fails, the elements of the \
        pages before it are already printed. --timeout limits each page.

        --output: The content is written to a file, which appears when it is complete. A lost connection is resumed if the \
        server gives ranges. If the download fails, its part is kept, and the same command continues it. --timeout limits each \
        wait for the server.

        --upload: The body is the content of a file, read while it is sent. The call has no time limit unless --timeout gives \
        one.

        --resumable: An upload that was interrupted goes on where it ended, if the server supports that protocol. The content \
        of the last response is printed, or else the URL of the upload. --timeout limits each wait for the server.

        A bar shows the progress of --output and --upload if standard error is a terminal.

        \(CallArguments.help)
        """)

    @OptionGroup var arguments: CallArguments

    @Flag(name: [.short, .long], help: "Print the status and the header fields before the body.")
    var include = false

    @Flag(help: "Print the outcome as JSON: status, header fields, content, attempts and error.")
    var json = false

    @Flag(help: "Log every attempt to standard error, redacted, and draw the time of each phase.")
    var trace = false

    @Option(help: ArgumentHelp("Read this many pages of a list, and print one element per line.", valueName: "number"))
    var pages: Int?

    @Flag(help: "Read all pages of a list, and print one element per line.")
    var all = false

    @Option(
      name: [.short, .long], help: ArgumentHelp("Write the content to this file, and replace it.", valueName: "file"),
      completion: .file())
    var output: String?

    @Option(
      name: [.customShort("T"), .long],
      help: ArgumentHelp("Send the content of this file as the body.", valueName: "file"), completion: .file())
    var upload: String?

    @Option(
      help: ArgumentHelp("Upload with this protocol for interrupted uploads: tus or ietf.", valueName: "protocol"),
      completion: .list(ResumableProtocol.allCases.map(\.rawValue)),
      transform: { name in
        guard let proto = ResumableProtocol(rawValue: name) else { throw ValidationError("the protocols are tus and ietf") }
        return proto
      })
    var resumable: ResumableProtocol?

    @Flag(name: [.short, .long], help: "Draw no progress bar.")
    var quiet = false

    func run(in session: Session) async throws -> ToolStatus {
      guard !json || !(include || all || pages != nil) else {
        throw UsageError("--json prints the outcome of one call: remove --include, --pages and --all")
      }
      guard output == nil || !(json || all || pages != nil) else {
        throw UsageError("--output writes the content to a file: remove --json, --pages and --all")
      }
      let client = try arguments.client(in: session, traces: trace)
      if let problem = client.problems.first { throw UsageError(problem) }
      let bar = ProgressBar(on: session.console, isQuiet: quiet, clock: client.clock)
      let call = try uploading(arguments.call(in: session), bar)
      let painter = JSONPainter(isColoured: session.console.isColoured)
      do {
        if all || pages != nil {
          try await list(call, client, session.console)
          return .okay
        }
        // Ends the bar before an error is printed.
        defer { bar.end() }
        if let output {
          try await download(call, client, to: output, bar, session.console)
          return .okay
        }
        if let resumable, let upload {
          try await self.upload(upload, by: resumable, call, client, bar, painter, session.console)
          return .okay
        }
        let reply = try await client.reply(to: call.data)
        bar.end()
        if json {
          session.console.print(painter.text(of: CallReport.json(of: reply, row: call.endpoint)))
          return .okay
        }
        if include { session.console.printLines(Self.lines(of: reply.head)) }
        Self.print(reply.value, reply.head, painter, session.console)
        return .okay
      } catch let error as CallError {
        if json {
          session.console.print(painter.text(of: CallReport.json(of: error)))
          return ToolStatus(error)
        }
        session.console.complain(error.description)
        // This is never coloured, because standard error may be a log even if standard output is a terminal.
        if !error.body.isEmpty { session.console.complain(Self.text(of: error.body, JSONPainter(isColoured: false))) }
        return ToolStatus(error)
      }
    }

    /// The call with the file of `--upload` as its body.
    private func uploading(_ call: Call<Okay>, _ bar: ProgressBar) throws -> Call<Okay> {
      guard let upload else {
        if resumable != nil { throw UsageError("--resumable needs --upload") }
        return call
      }
      guard arguments.body == nil else { throw UsageError("give either --upload or --body, not both") }
      guard ![.get, .head].contains(call.endpoint.method) else {
        throw UsageError("\(call.endpoint.name) is \(call.endpoint.method), which has no body")
      }
      guard resumable == nil || !(json || all || pages != nil || output != nil || include) else {
        throw UsageError("--resumable makes several calls: remove --json, --include, --output, --pages and --all")
      }
      let limited = arguments.timeout == nil && resumable == nil ? call.timeout(nil) : call
      return resumable == nil ? limited.body(file: URL(fileURLWithPath: upload)) { bar.show($0) } : limited
    }

    private func upload(
      _ path: String, by proto: ResumableProtocol, _ call: Call<Okay>, _ client: Client, _ bar: ProgressBar,
      _ painter: JSONPainter, _ console: Console
    ) async throws {
      let reply = try await client.upload(call.data, from: URL(fileURLWithPath: path), by: proto) { bar.show($0) }
      bar.end()
      if let content = reply.value, !content.isEmpty {
        Self.print(content, HTTPResponse(status: .ok), painter, console)
      } else if let url = reply.url {
        console.print(Redaction.escaped(url))
      }
    }

    private func download(
      _ call: Call<Okay>, _ client: Client, to path: String, _ bar: ProgressBar, _ console: Console
    ) async throws {
      var options = DownloadOptions()
      // The part is kept even if the download cannot be continued, as for a POST. So it always has the same name, and
      // interrupted commands leave only one file.
      options.keepsPart = true
      let file = try await client.download(call, to: URL(fileURLWithPath: path), options: options) { bar.show($0) }
      bar.end()
      if include { console.printLines(Self.lines(of: file.head)) }
    }

    private func list(_ call: Call<Okay>, _ client: Client, _ console: Console) async throws {
      guard !(all && pages != nil) else { throw UsageError("give either --pages or --all, not both") }
      guard pages ?? 1 > 0 else { throw UsageError("--pages takes a positive number") }
      let pagination = client.options(of: call).pagination ?? Pagination(ForeseenPages())
      for try await page in client.pages(of: call.json, by: pagination, elements: \.listed) {
        if include { console.printLines(Self.lines(of: page.head)) }
        for element in page.value.listed { console.print(JSONPainter.line(of: element)) }
        if page.number == pages || console.hasLostResults() { return }
      }
    }

    private static func lines(of head: HTTPResponse) -> String {
      let fields = head.headerFields.map { "\($0.name.rawName): \(Redaction.escaped($0.value))\n" }
      return "\(head.status.code)\n" + fields.joined() + "\n"
    }

    private static func print(_ data: Data, _ head: HTTPResponse, _ painter: JSONPainter, _ console: Console) {
      guard !data.isEmpty else { return }
      if let json = try? JSONValue(parsing: data) { return console.print(painter.text(of: json)) }
      // In a pipe, other bytes are written unchanged. A terminal must not interpret them.
      guard console.isTerminal else { return console.write(data) }
      console.print(text(of: data, painter, type: head.headerFields[.contentType]))
    }

    private static func text(of data: Data, _ painter: JSONPainter, type: String? = nil) -> String {
      if let json = try? JSONValue(parsing: data) { return painter.text(of: json) }
      guard let text = String(data: data, encoding: .utf8) else {
        return "(\(data.count) bytes of \(Redaction.escaped(type ?? "an unknown type")), not text)"
      }
      // In Swift, a carriage return and a line feed after it are one character.
      return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        .map { Redaction.escaped(String($0)) }.joined(separator: "\n")
    }
  }
#endif
