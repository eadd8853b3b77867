import HTTPTypes
package import RefineryCore
import RefineryTesting

/// What a running server says of a table.
package struct ServerComparison: Sendable {
  package let comparison: Comparison
  /// The URL of the description that the server has; nil if the rows were called.
  package let source: String?

  /// Compares a table with the description of a server. If it has none, the rows that read and need no value are called.
  ///
  /// Only GET is sent, and never a row with a body.
  ///
  /// - Parameters:
  ///   - url: a description, or the base URL of the rows.
  ///   - coder: the coder of the client, for rows without one.
  ///   - timeout: the time limit of each call.
  /// - Throws: `CallError` if there is no server.
  package init(
    _ table: EndpointTable, at url: String, over transport: any Transport, coder: (any Coder)? = JSONCoder(),
    timeout: Duration? = .seconds(20)
  ) async throws {
    if let found = try await ServerDescription(at: url, over: transport, timeout: timeout) {
      comparison = Comparison(table, against: found.description, coder: coder)
      source = found.source
    } else {
      source = nil
      comparison = await Self.calling(table, Client(baseURL: url, transport: transport), coder, timeout)
    }
  }

  private static func calling(_ table: EndpointTable, _ client: Client, _ coder: (any Coder)?, _ timeout: Duration?) async
    -> Comparison
  {
    var check = ExchangeCheck(table, coder: coder)
    var notes: [String] = []
    for row in check.rows {
      guard row.method == .get, row.input == nil, row.path.pathVariables.isEmpty, !row.path.isAbsolute else { continue }
      do {
        let reply = try await client.reply(to: Call<Okay>(row).data.anyStatus(within: timeout))
        switch reply.head.status.code {
        case 404, 405, 410, 501: check.recordMissing(row, status: reply.head.status.code)
        case 401, 403, 407: notes.append("\(row.name): the server wants a credential, so its response is not checked")
        case 400, 422: notes.append("\(row.name): the server wants more than the row shows, so its response is not checked")
        case let status where status >= 500: notes.append("\(row.name): the server responds with \(status)")
        case let status:
          check.check(
            RecordedCall(
              row: row.name, method: "GET", target: "/", status: status, contentType: reply.headers[.contentType],
              content: reply.value))
        }
      } catch {
        notes.append("\(row.name): \(ErrorSummary.text(of: error))")
      }
    }
    let count = check.unchecked.count
    if count > 0 {
      notes.append("\(count) of \(table.rows.count) rows were not checked: only rows that read and need no values are called")
    }
    return Comparison(check, notes: notes)
  }
}
