import HTTPTypes

extension Client {
  /// All problems of this client, one sentence each: its base URL, its header fields, and an order of the chain that cannot work.
  /// Empty for a client that works.
  public var problems: [String] {
    var problems: [String] = []
    if let problem = base.problem { problems.append(problem) }
    if let fault = prepared.fault { problems.append(fault.description) }
    let staged = middleware.compactMap { link in link.stage.map { (name: link.name, stage: $0) } }
    for (index, link) in staged.enumerated() {
      for earlier in staged[..<index] {
        if earlier.stage > link.stage {
          problems.append("\(link.name) must stand before \(earlier.name): \(link.stage) comes before \(earlier.stage)")
        } else if earlier.stage == link.stage, link.stage.isSingle {
          problems.append("\(link.name) stands in the chain after \(earlier.name): there can be one \(link.stage) link")
        }
      }
    }
    return problems
  }

  /// Describes the client for the log of a starting app: base URL, chain, transport, names of header fields, options, overrides
  /// and problems. It holds no secrets.
  public var report: String {
    var lines = ["base URL   \(base.problem == nil ? base.origin + base.prefix : "unusable")"]
    for (index, link) in prepared.links.enumerated() {
      lines.append("chain \(index + 1)    \(link.name)\(link.stage.map { " (\($0))" } ?? "")")
    }
    lines.append("transport  \(transport.name) (\(transport.capabilities))")
    if !headers.isEmpty { lines.append("headers    \(headers.names.map(\.rawName).joined(separator: ", "))") }
    if !options.isEmpty { lines.append("options    \(options.text)") }
    for name in overrides.names { lines.append("override   \(name)") }
    for problem in problems { lines.append("problem    \(problem)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
