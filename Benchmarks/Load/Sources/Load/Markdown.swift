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
      "| Where | Client | Beside | What | Target | Measured | |", "| --- | --- | --- | --- | ---: | ---: | --- |",
    ]
    lines += verdicts.map { verdict in
      let target = verdict.target
      let bound = (target.isFloor ? "≥ " : "≤ ") + ratioText(target.bound)
      return "| \(target.cell.title) | \(target.client.title) | \(target.other.title) | \(target.quantity.rawValue) | \(bound)"
        + " | \(ratioText(verdict.ratio)) | \(verdict.isMet ? "met" : "**missed**") |"
    }
    for cell in cells { lines += table(of: cell) }
    lines += ["", "## How to read this", ""] + Self.notes
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(of cell: Cell) -> [String] {
    let head = [
      "", "## \(cell.title.prefix(1).uppercased() + cell.title.dropFirst())", "",
      "| Client | req/s | beside `data(for:)` | CPU µs a request | beside `data(for:)` | beside its engine"
        + " | allocations a request | p50 ms | p99 ms | peak RSS MB |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    return head + clients(of: cell).map { row($0, cell) }
  }

  private func row(_ client: ClientKind, _ cell: Cell) -> String {
    let engine = client.engine.map { ratioText(ratio(cell, client, to: $0, \.cpuPerRequest)) } ?? ""
    let columns = [
      client.title,
      number(median(cell, client, \.requestsPerSecond)),
      ratioText(ratio(cell, client, to: .urlSession, \.requestsPerSecond)),
      number(median(cell, client, \.cpuPerRequest)),
      ratioText(ratio(cell, client, to: .urlSession, \.cpuPerRequest)),
      engine,
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
    "- Mapped to models: Refinery by its default coder, the raw clients by a JSONDecoder; C maps nothing.",
  ]
}
