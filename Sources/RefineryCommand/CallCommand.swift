#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import RefineryCore

  struct CallCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "call", abstract: "Make a call and print the answer.",
      discussion: """
        JSON is printed in lines, and in colour on a terminal unless NO_COLOR is set. Where the call fails, one line on \
        standard error says how, and what the server said follows it. Standard output has the answer of a success alone. \
        With --pages or --all a list is read page by page, and its elements are printed one a line as they come, as the row \
        says it is paginated, or else by the link to the next page that the answer has. \
        \(CallArguments.help)
        """)

    @OptionGroup var arguments: CallArguments

    @Flag(name: [.short, .long], help: "Print the status and the header fields of the answer before it.")
    var include = false

    @Flag(help: "Log every attempt to standard error as it goes over the wire, redacted, and draw how long each phase took.")
    var trace = false

    @Option(help: ArgumentHelp("Read so many pages of a list, and print its elements one a line.", valueName: "number"))
    var pages: Int?

    @Flag(help: "Read all pages of a list, and print its elements one a line.")
    var all = false

    func run(in session: Session) async throws -> ToolStatus {
      let client = try arguments.client(in: session, traces: trace)
      let call = try arguments.call(in: session)
      let painter = JSONPainter(isColoured: session.console.isColoured)
      do {
        if all || pages != nil {
          try await list(call, client, session.console)
          return .okay
        }
        let reply = try await client.reply(to: call.data)
        if include { session.console.printLines(Self.lines(of: reply.head)) }
        Self.print(reply.value, reply.head, painter, session.console)
        return .okay
      } catch let error as CallError {
        session.console.complain(error.description)
        // Standard error may be a log though standard output is a terminal, so this is never coloured.
        if !error.body.isEmpty { session.console.complain(Self.text(of: error.body, JSONPainter(isColoured: false))) }
        return ToolStatus(error)
      }
    }

    private func list(_ call: Call<Okay>, _ client: Client, _ console: Console) async throws {
      guard !(all && pages != nil) else { throw UsageError("--pages and --all exclude each other") }
      guard pages ?? 1 > 0 else { throw UsageError("--pages takes a positive number") }
      let pagination = call.endpoint.options[Paginated.self] ?? Pagination(ForeseenPages())
      for try await page in client.pages(of: call.json, by: pagination, elements: \.listed) {
        if include { console.printLines(Self.lines(of: page.head)) }
        for element in page.value.listed { console.print(JSONPainter.line(of: element)) }
        if page.number == pages { return }
      }
    }

    private static func lines(of head: HTTPResponse) -> String {
      let fields = head.headerFields.map { "\($0.name.rawName): \(Redaction.escaped($0.value))\n" }
      return "\(head.status.code)\n" + fields.joined() + "\n"
    }

    private static func print(_ data: Data, _ head: HTTPResponse, _ painter: JSONPainter, _ console: Console) {
      guard !data.isEmpty else { return }
      if let json = try? RawJSON(parsing: data) { return console.print(painter.text(of: json)) }
      // In a pipe other bytes go through as they are; a terminal must not be steered by them.
      guard console.isTerminal else { return console.write(data) }
      console.print(text(of: data, painter, type: head.headerFields[.contentType]))
    }

    private static func text(of data: Data, _ painter: JSONPainter, type: String? = nil) -> String {
      if let json = try? RawJSON(parsing: data) { return painter.text(of: json) }
      guard let text = String(data: data, encoding: .utf8) else {
        return "(\(data.count) bytes of \(Redaction.escaped(type ?? "an unknown type")), not text)"
      }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { Redaction.escaped(String($0)) }
        .joined(separator: "\n")
    }
  }
#endif
