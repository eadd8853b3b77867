import HTTPTypes

extension EndpointTable {
  /// All faults with which a row cannot work, in the order of the rows. Each names its row. Empty for a table that works.
  public var problems: [String] { faults.problems }

  /// All faults with which a row works, but probably not as intended. Each names its row.
  public var warnings: [String] { faults.warnings }

  private var faults: (problems: [String], warnings: [String]) {
    var (problems, warnings): ([String], [String]) = ([], [])
    var names: Set<String> = []
    var shapes: [String: String] = [:]
    for row in rows {
      let name = row.name.isEmpty ? "(a row without a name)" : Redaction.escaped(row.name)
      func report(_ text: String) { problems.append("\(name): \(text)") }
      if row.name.isEmpty { report("give it a name: logs, metrics and overrides use it") }
      if !row.name.isEmpty, !names.insert(row.name).inserted { report("another row has this name; names are unique") }
      if row.isDirect { report("rows of Endpoint.direct have such names: give it another, so that metrics show its path") }
      row.problems().forEach(report)
      warnings += row.warnings().map { "\(name): \($0)" }
      let shape = "\(row.method.rawValue) \(row.path.skeleton)"
      if !row.path.isLocation, let other = shapes.updateValue(row.name, forKey: shape), other != row.name {
        warnings.append("\(name): \(Redaction.escaped(other)) has the same method and path")
      }
    }
    return (problems, warnings)
  }
}

extension Endpoint {
  /// The faults of this row, without regard to other rows.
  func problems() -> [String] {
    var problems: [String] = []
    if let malformed = path.problem {
      problems.append("its path is malformed: \(malformed.description)")
    } else {
      problems += pathProblems()
    }
    if input != nil, [.get, .head].contains(method) {
      problems.append("\(method.rawValue) has no body, yet it sends \(input ?? ""): use POST, PUT or PATCH, or the query")
    }
    if options.successCodes.isEmpty { problems.append("no status is a success: its success codes are empty") }
    if method == .connect { problems.append("CONNECT asks for a tunnel, not for a response") }
    if output == "Okay", input == nil, options.explicit(CoderKey.self) != nil, options.explicit(ErrorsKey.self) == nil {
      problems.append("it returns Okay and sends nothing, so its coder is never used")
    }
    problems += timeProblems()
    let headers = options.headers
    for name in headers.names where name.isFraming {
      problems.append("it sets \(name), which the transport owns")
    }
    if headers[.idempotencyKeyField] != nil, method.isIdempotent {
      problems.append("it sends an Idempotency-Key, but \(method.rawValue) is idempotent without one")
    }
    problems += headers.faults
    return problems + options.problems(in: self)
  }

  func warnings() -> [String] {
    var warnings: [String] = []
    if input != nil, method == .delete { warnings.append("DELETE with a body: many servers and gateways drop it") }
    for name in path.pathVariables where path.count(of: name) > 1 {
      warnings.append("{\(name)} is in its path more than once")
    }
    return warnings + options.warnings(in: self)
  }

  private func pathProblems() -> [String] {
    var problems: [String] = []
    let literal = path.skeleton
    if let mark = literal.firstRange(of: "://"), !path.isAbsolute {
      let scheme = literal[..<mark.lowerBound]
      if !scheme.contains("/") && !scheme.contains("?") {
        problems.append("its path begins with a scheme that is neither http nor https")
      }
    } else if literal.hasPrefix("//") {
      problems.append("its path begins with two slashes: name the scheme for another host, or use one slash")
    }
    if path.isAbsolute {
      let authority = literal.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if authority.isEmpty {
        problems.append("its URL has no host")
      } else if authority.contains("@") {
        problems.append("its URL has user information: use AuthMiddleware instead")
      } else if Origin(scheme: "https", authority: String(authority).replacing("{}", with: "1")) == nil {
        problems.append(
          "the host or the port of its URL is malformed: a host is a name in ASCII (punycode for others) or an address, an IPv6 "
            + "address is in brackets, and a port is from 1 to 65535")
      }
    }
    if literal.contains("#") { problems.append("its path holds a fragment, which is never sent") }
    let segments = literal.prefix { $0 != "?" }.split(separator: "/")
    if segments.contains(where: { [".", ".."].contains($0.lowercased().replacing("%2e", with: ".")) }) {
      problems.append("its path holds a `.` or `..` segment")
    }
    if let parameters { problems += parameterProblems(parameters) }
    return problems
  }

  private func parameterProblems(_ parameters: [String]) -> [String] {
    let missing = path.pathVariables.filter { !parameters.contains($0) && $0 != "type" }
    let unused = parameters.filter { !path.variables.contains($0) }
    return missing.map { "no parameter fills {\($0)}: list it in the resource's `parameters`, and set it by `.with`" }
      + unused.map { "its parameter \($0) has no place in the path: add {\($0)}" }
  }

  private func timeProblems() -> [String] {
    var problems: [String] = []
    let limits: [(String, Duration?)] = [
      (TimeoutKey.name, options.timeout), (AttemptTimeoutKey.name, options.attemptTimeout),
      (IdleTimeoutKey.name, options.idleTimeout),
    ]
    for case (let name, let limit?) in limits where limit <= .zero {
      problems.append("\(name) must be positive, not \(limit)")
    }
    // `idleTimeout` may be longer: once the head of a stream has arrived, only `idleTimeout` limits the waits.
    if let total = options.explicit(TimeoutKey.self) ?? nil, let attempt = options.attemptTimeout, attempt > total {
      problems.append("\(AttemptTimeoutKey.name) of \(attempt) is longer than the whole call may take (\(total))")
    }
    if options.responseLimit < 0 { problems.append("responseLimit must not be negative") }
    return problems
  }
}
