import HTTPTypes

extension Client {
  /// The parts of a client, for the log of a starting app and for a health endpoint. It holds no secrets.
  ///
  /// ```swift
  /// let json = try JSONEncoder().encode(api.report)
  /// ```
  ///
  /// The members of the JSON have the names of the properties; a property that is nil has no member.
  public struct Report: Sendable, Hashable, Codable, CustomStringConvertible {
    /// One middleware of the chain.
    package struct Link: Sendable, Hashable, Codable {
      /// The name of the middleware.
      let name: String
      /// Its stage of the chain, such as `retry`; nil if it may be anywhere.
      let stage: String?
    }

    /// The name of the client, if it has one.
    package let name: String?
    /// The base URL, which has no user, password or query; nil if it is unusable.
    package let baseURL: String?
    /// The middleware, in order, including what the client adds.
    package let chain: [Link]
    /// The name of the transport.
    package let transport: String
    /// What the transport can do, in words.
    package let capabilities: [String]
    /// The names of the header fields of every request.
    package let headers: [String]
    /// The options of the client, each as `name=value`.
    package let options: [String]
    /// The names of the rows that operators changed.
    package let overrides: [String]
    /// What ``Client/problems`` says; empty for a client that works.
    public let problems: [String]

    /// All facts, one on each line.
    public var description: String {
      var lines = ["base URL   \(baseURL ?? "unusable")"]
      for (index, link) in chain.enumerated() {
        lines.append("chain \(index + 1)    \(link.name)\(link.stage.map { " (\($0))" } ?? "")")
      }
      let abilities = capabilities.isEmpty ? "no optional capabilities" : capabilities.joined(separator: ", ")
      lines.append("transport  \(transport) (\(abilities))")
      if !headers.isEmpty { lines.append("headers    \(headers.joined(separator: ", "))") }
      if !options.isEmpty { lines.append("options    \(options.joined(separator: " "))") }
      for name in overrides { lines.append("override   \(name)") }
      for problem in problems { lines.append("problem    \(problem)") }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// Describes the client as it is now: base URL, chain, transport, names of header fields, options, overrides and problems.
  /// Print it, or encode it as JSON. It holds no secrets.
  public var report: Report {
    Report(
      name: name, baseURL: base.problem == nil ? base.origin + base.prefix : nil,
      chain: prepared.links.map { Report.Link(name: $0.name, stage: $0.stage?.description) },
      transport: transport.name, capabilities: transport.capabilities.words, headers: headers.names.map(\.rawName),
      options: options.texts, overrides: overrides.names, problems: problems)
  }
}
