public import RefineryCore

// Descriptions of this module's types. Types without a line of their own show their name.

extension LoopbackRequest: Redacted {
  /// Method, path and size: `LoopbackRequest(GET /people, 0 bytes)`.
  public var description: String {
    "LoopbackRequest(\(Redaction.escaped("\(method) \(Redaction().target(target))")), \(bodyLength) bytes)"
  }
}

extension LoopbackServer: Redacted {}
extension LoopbackConnection: Redacted {}
