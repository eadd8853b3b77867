import Reports

extension Results {
  /// The complete text of `RESULTS.md`.
  var markdown: String {
    var lines = [
      "# Load", "",
      "Written by `Benchmarks/Load/run.sh`; run it again to have yours. Clients took turns against nginx on the same machine,"
        + " \(rounds) rounds of \(number(seconds)) s each, every turn in a process of its own. A value is the median over the"
        + " rounds; a ratio is taken within each round, and the median of those is shown. **Only ratios mean anything**: client"
        + " and server share the processors, and machines are noisy.",
      "",
      about.map { $0.replacing("=", with: ": ", maxReplacements: 1) }.joined(separator: " · "), "",
      "![Requests a second and CPU a request beside data(for:)](load.svg)", "",
      "## Targets", "",
      "| Where | Client | Beside | What | Target | Measured | Single rounds | |",
      "| --- | --- | --- | --- | ---: | ---: | --- | --- |",
    ]
    lines += verdicts.map { verdict in
      let target = verdict.target
      let bound = (target.isFloor ? "≥ " : "≤ ") + ratioText(target.bound)
      return "| \(target.cell.title) | \(target.client.title) | \(target.other.title) | \(target.quantity.rawValue) | \(bound)"
        + " | \(ratioText(verdict.ratio)) | \(verdict.ratios.map(ratioText).joined(separator: " ")) | \(verdict.isMet ? "met" : "**missed**") |"
    }
    lines += costs
    for cell in cells { lines += table(of: cell) }
    lines += ["", "## How to read this", ""] + Self.notes
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the whole of Refinery costs over its engines; nothing if that was not measured.
  private var costs: [String] {
    let columns = [
      ("no middleware", Cell.small16), ("standard chain", .small16Chain), ("standard chain, logging on", .small16Logging),
    ].filter { cells.contains($0.1) }
    let rows = ClientKind.allCases.compactMap { client -> String? in
      guard client != .refineryOnDocumentedURLSession, let engine = client.engine, let first = columns.first else { return nil }
      let costs = columns.map { _, cell in
        "\(signed(difference(cell, client, from: engine, \.cpuPerRequest)))"
          + " (\(ratioText(ratio(cell, client, to: engine, \.cpuPerRequest))))"
      }
      let bare = number(median(first.1, engine, \.cpuPerRequest))
      return "| " + ([client.title, bare] + costs).joined(separator: " | ") + " |"
    }
    guard !columns.isEmpty, !rows.isEmpty else { return [] }
    return [
      "", "## What Refinery costs over its engine", "",
      "CPU µs that a request takes more than with the engine alone, and the ratio (\(Cell.small16.title)). The standard chain"
        + " has logging, retry, auth and gzip; the engine does nothing of it.",
      "", "| Client | engine alone | " + columns.map(\.0).joined(separator: " | ") + " |",
      "| --- | ---: |" + String(repeating: " ---: |", count: columns.count),
    ] + rows
  }

  private func signed(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    return value < 0 ? "−" + number(-value) : "+" + number(value)
  }

  private func table(of cell: Cell) -> [String] {
    let head = [
      "", "## \(cell.title.prefix(1).uppercased() + cell.title.dropFirst())", "",
      "| Client | req/s | beside `data(for:)` | CPU µs a request | beside `data(for:)` | beside its engine"
        + " | µs over its engine | allocations a request | p50 ms | p99 ms | peak RSS MB |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    return head + clients(of: cell).map { row($0, cell) }
  }

  private func row(_ client: ClientKind, _ cell: Cell) -> String {
    let engine = client.engine.map { ratioText(ratio(cell, client, to: $0, \.cpuPerRequest)) } ?? ""
    let over = client.engine.map { signed(difference(cell, client, from: $0, \.cpuPerRequest)) } ?? ""
    let columns = [
      client.title,
      number(median(cell, client, \.requestsPerSecond)),
      ratioText(ratio(cell, client, to: .urlSession, \.requestsPerSecond)),
      number(median(cell, client, \.cpuPerRequest)),
      ratioText(ratio(cell, client, to: .urlSession, \.cpuPerRequest)),
      engine,
      over,
      number(median(cell, client, \.allocationsPerRequest)),
      number(median(cell, client, \.p50)),
      number(median(cell, client, \.p99)),
      number(median(cell, client, \.peakMegabytes)),
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }

  private static let notes = [
    "- Refinery is the whole client: `api.send(call)` of a row, answered by bytes, within its default deadline of 60 s.",
    "- `data(for:)` is that of a session of the default configuration, which opens 6 connections to a host. Raw"
      + " AsyncHTTPClient is as it comes, but for 256 connections to a host in place of 8, as many as Refinery's transports"
      + " open. The C program drives libcurl's socket interface on epoll from one thread, with as many handles as requests at"
      + " once, all reused.",
    "- CPU is that of the client's process alone, user and system. Allocations are calls of malloc and its kin.",
    "- gzip: Refinery by its GzipMiddleware, AsyncHTTPClient with its decompression enabled, libcurl with its own. URLSession"
      + " decodes by itself. The server holds the body compressed already.",
    "- TLS: HTTP/1.1 within TLS 1.3, a self-signed certificate. URLSession trusts the system's authorities alone, so it"
      + " is left out.",
    "- HTTP/2: within TLS 1.3; Refinery requires it, and a client that gets HTTP/1.1 ends the run. Each"
      + " client uses one connection.",
    "- Uploaded: a PUT of JSON, whose response is the number of bytes that the server received. A client that is told another"
      + " number ends the run.",
    "- Standard chain: `LoggingMiddleware`, `RetryMiddleware`, `AuthMiddleware` and `GzipMiddleware`. Without logging on, the"
      + " logger hides every line; with it, lines at debug are formatted and dropped. The engines send no credential.",
    "- Events: an engine reads the bytes of the stream, and URLSession and C collect them. Refinery reads each event's data as a"
      + " String. A request is a whole stream.",
    "- Documented parts only: `URLSessionTransport(usesFoundationInternals: false)`.",
    "- µs over its engine: what Refinery adds to the CPU of a request; negative where it takes less.",
    "- Mapped to models: Refinery by its default coder, the raw clients by a JSONDecoder; C maps nothing.",
  ]
}
