package import HTTPTypes

extension Client {
  /// Describes what would happen to a call, without sending it: the resolved request with secrets hidden, the chain, the
  /// limits, and whether it may be retried and why.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - redaction: which header fields and query values are shown. Default: of the query, only the values of keys that select
  ///     a part of a list or its order, such as `page` and `sort`.
  /// - Throws: ``CallError`` at stage building, as sending the call would.
  public func explain<Output>(_ call: Call<Output>, redaction: Redaction? = nil) throws -> Explanation {
    let redaction = redaction ?? Redaction(queryKeys: Redaction.listQueryKeys)
    let request = try makeRequest(for: call)
    var passedOn = request
    let links = prepared.links.map { link in
      defer { passedOn = link.explainedRequest(after: passedOn) }
      return (name: link.name, stage: link.stage, effect: link.explanation(for: passedOn))
    }
    let retry = links.first { $0.stage == .retry }
    return Explanation(
      endpoint: request.endpoint, isOverridden: overrides.names.contains(request.endpoint.name),
      unusedValues: call.values.names.filter { $0 != "id" && $0 != "type" && !request.endpoint.path.uses($0) },
      method: request.head.method, url: redaction.url(of: request),
      headers: request.head.headerFields.map { ($0.name.rawName, redaction.value(of: $0)) },
      body: request.body.map { body in
        let size = body.length.map { "\($0) bytes" } ?? "a stream"
        return body.isReplayable ? size : "\(size), one-shot"
      },
      links: links, transport: transport.name, capabilities: transport.capabilities,
      timeout: request.options.timeout, attemptTimeout: request.options.attemptTimeout,
      idleTimeout: request.options.idleTimeout,
      retry: retry.map { $0.effect ?? "as \($0.name) decides" } ?? "never: there is no retry link in the chain",
      problems: problems)
  }

  /// Describes what would happen to a call. It holds no secrets and is safe to print.
  public struct Explanation: Sendable, CustomStringConvertible {
    /// The row, with the changes of operators applied.
    public let endpoint: Endpoint
    /// Whether operators changed the row.
    package let isOverridden: Bool
    /// The names of path values that the template has no placeholder for. They are probably misspelt.
    package let unusedValues: [String]
    /// The method.
    package let method: HTTPRequest.Method
    /// The URL. Query values are hidden unless the redaction allows them.
    public let url: String
    /// The header fields of the request before the chain, whose ``links`` may change them. Values are hidden unless they are
    /// known to be harmless.
    public let headers: [(name: String, value: String)]
    /// The size of the body, if there is one.
    package let body: String?
    /// The middleware of the chain, in order: its name, its stage if it has one, and what it would do with this request. The
    /// effect is nil if it does not say.
    public let links: [(name: String, stage: ChainStage?, effect: String?)]
    /// The name of the transport.
    package let transport: String
    /// What the transport can do.
    package let capabilities: TransportCapabilities
    /// The time limit of the whole call.
    package let timeout: Duration?
    /// The time limit of one attempt.
    package let attemptTimeout: Duration?
    /// The time limit of the wait for the next byte.
    package let idleTimeout: Duration?
    /// Whether it may be retried, and why.
    package let retry: String
    /// What ``Client/problems`` says about the client; empty for a client that works.
    public let problems: [String]

    /// All facts, one on each line.
    public var description: String {
      var lines = [
        "\(endpoint.name)\(isOverridden ? " (overridden)" : "")", "  \(method.rawValue) \(url)",
        "  template  \(endpoint.template)",
      ]
      if let summary = endpoint.summary { lines.append("  summary   \(Redaction.escaped(summary))") }
      for name in unusedValues { lines.append("  unused    \(name): the template has no {\(name)}") }
      for (name, value) in headers { lines.append("  header    \(name): \(value)") }
      lines.append("  body      \(body ?? "none")")
      for (index, link) in links.enumerated() {
        lines.append("  chain \(index + 1)   \(link.name)\(link.effect.map { ": \($0)" } ?? "")")
      }
      lines.append("  transport \(transport) (\(capabilities))")
      lines.append(
        "  deadline  \(Self.limit(timeout)) in total, \(Self.limit(attemptTimeout)) per attempt, \(Self.limit(idleTimeout)) idle"
      )
      lines.append("  retry     \(retry)")
      for problem in problems { lines.append("  problem   \(problem)") }
      return lines.joined(separator: "\n") + "\n"
    }

    private static func limit(_ limit: Duration?) -> String { limit.map { "\($0)" } ?? "no limit" }
  }
}
