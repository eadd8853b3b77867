import HTTPTypes

extension Client {
  /// All problems of this client, one sentence each: its base URL, its header fields, and an order of the chain that cannot
  /// work. Empty for a client that works.
  public var problems: [String] {
    var problems: [String] = []
    if let problem = base.problem { problems.append(problem) }
    if let fault = prepared.fault { problems.append(fault.reason) }
    for name in headers.names where name.isFraming {
      problems.append("the client sets \(name), which the transport owns")
    }
    let staged = middleware.compactMap { link in link.stage.map { (name: link.name, stage: $0) } }
    for (index, link) in staged.enumerated() {
      for earlier in staged[..<index] {
        if earlier.stage > link.stage {
          problems.append("\(link.name) must come before \(earlier.name): stage \(link.stage) comes before \(earlier.stage)")
        } else if earlier.stage == link.stage, link.stage.isSingle {
          problems.append("\(earlier.name) and \(link.name) are both \(link.stage) links: a chain can have only one")
        }
      }
    }
    return problems
  }
}
