import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryVerification
import Synchronization

/// A closure that responds to the calls of a row.
package typealias MockHandler = @Sendable (MockRowRequest, inout MockRecords) throws -> MockResponse

extension MockPlan {
  /// The name of the row that a request is for; nil if no row has its path and method.
  func row(of request: MockRequest) -> String? {
    let matches = matches(MockQuery.split(request.target).path)
    let method = method(of: request, among: matches)
    return matches.first { rows[$0.index].row.method == method }.map { row(for: request, at: $0.index).name }
  }

  /// The row of GET also responds to HEAD, unless there is one of HEAD.
  private func method(of request: MockRequest, among matches: [RowRoutes.Match]) -> HTTPRequest.Method {
    let hasRow = matches.contains { rows[$0.index].row.method == request.method }
    return request.method == .head && !hasRow ? .get : request.method
  }

  /// Responds to a request from the records.
  func respond(
    to request: MockRequest, _ records: inout MockRecords, _ handlers: [String: MockHandler]
  ) -> MockResponse {
    let (path, query) = MockQuery.split(request.target)
    let matches = matches(path)
    guard let best = matches.first else {
      return MockProblem(404, "No row of the tables has this path.").response
    }
    let method = method(of: request, among: matches)
    guard let match = matches.first(where: { rows[$0.index].row.method == method }) else {
      let fields: HTTPFields = [.allow: allowed(matches.map { rows[$0.index].row.method })]
      if method == .options { return MockResponse(204, fields: fields) }
      return MockProblem(405, "No row has this path and this method.", fields: fields).response
    }
    let row = row(for: request, at: match.index)
    let exchange = MockExchange(
      request: request, path: path, query: query, row: row, resource: row.resource.flatMap { resources[$0] },
      values: match.values, prefix: best.prefix.isEmpty ? "" : "/" + match.prefix.joined(separator: "/"),
      settings: records.settings, plan: self)
    var response = exchange.respond(&records, handlers)
    if request.method == .head {
      response.fields[.contentLength] = String(response.content.count)
      response.content = Data()
    }
    return response
  }

  private func allowed(_ methods: [HTTPRequest.Method]) -> String {
    var names = Set(methods.map(\.rawValue))
    if names.contains("GET") { names.insert("HEAD") }
    names.insert("OPTIONS")
    return names.sorted().joined(separator: ", ")
  }

  /// The row at a place; of the two that create, the one for several if the body is a list.
  private func row(for request: MockRequest, at index: Int) -> MockRow {
    let row = rows[index]
    guard row.operation == .create || row.operation == .createAll else { return row }
    var value = try? JSONValue(parsing: request.content)
    if value?.array == nil { for name in row.inputEnvelope { value = value?[name] } }
    let operation = value?.array == nil ? Endpoint.Operation.create : .createAll
    guard row.operation != operation else { return row }
    return rows.first { $0.resource == row.resource && $0.operation == operation && $0.shape.path == row.shape.path } ?? row
  }
}

extension MockExchange {
  fileprivate func respond(_ records: inout MockRecords, _ handlers: [String: MockHandler]) -> MockResponse {
    do {
      if let handler = handlers[row.name] {
        return try handler(MockRowRequest(row: row.name, values: values, query: query, request: request), &records)
      }
      if let stub = settings.stubs[row.name] {
        return [.get, .head].contains(request.method) ? conditional(tagged(stub)) : stub
      }
      guard let resource, let operation = row.operation else { return try custom(&records) }
      try checkParents(resource, records)
      return switch operation {
      case .create, .createAll: try create(resource, &records)
      case .read: try read(resource, &records)
      case .update: try update(resource, &records)
      case .patch: try patch(resource, &records)
      case .delete: try delete(resource, &records)
      case .enumerate: try enumerate(resource, &records)
      case .updateAll: try updateAll(resource, &records)
      }
    } catch let problem as MockProblem {
      return response(to: problem)
    } catch {
      return response(to: MockProblem(500, "The closure of the row failed: \(ErrorSummary.text(of: error))"))
    }
  }
}
