extension TransportCapabilities {
  /// Every capability, in the order of the table.
  public static let all: [TransportCapabilities] = names.map(\.0)

  /// A Markdown table of what transports can do: one row for each capability, one column for each transport.
  ///
  /// ```swift
  /// print(TransportCapabilities.table(of: [("URLSession", URLSessionTransport().capabilities)]))
  /// ```
  public static func table(of transports: [(name: String, capabilities: TransportCapabilities)]) -> String {
    var lines = ["| |" + transports.map { " \($0.name) |" }.joined(), "| --- |" + transports.map { _ in " --- |" }.joined()]
    for (capability, name) in names {
      lines.append("| \(name) |" + transports.map { $0.capabilities.contains(capability) ? " yes |" : " |" }.joined())
    }
    return lines.joined(separator: "\n")
  }
}
