public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
public import RefineryJSON

/// A request that a mock server received, and what it responded.
///
/// `description` shows no field, no content and no value of the query, so a failed expectation prints no secret.
public struct MockCall: Sendable, Redacted {
  /// The number of the call, from 1.
  public let number: Int
  /// The name of the row; nil if no row has the path and method of the request.
  public let row: String?
  /// The method.
  public let method: HTTPRequest.Method
  /// The path and the query, percent-encoded, as they were sent. They may contain secrets.
  public let target: String
  /// The header fields, as they were sent. They may contain secrets.
  public let fields: HTTPFields
  /// The content after its content coding was removed. It may contain secrets.
  public let content: Data
  /// The status of the response; nil if no response was sent.
  public let status: Int?
  /// The faults of the response.
  public let faults: [MockFault]
  /// The time of the server's clock at which the request was recorded.
  public let time: Duration

  /// The content as JSON; nil if it is not JSON.
  ///
  /// ```swift
  /// #expect(server.journal.calls("Person.create").last?.json?["name"] == "Ann")
  /// ```
  public var json: JSONValue? { try? JSONValue(parsing: content) }

  /// One line, such as `Person.create: POST /people, status 201, with delay 2s`.
  public var description: String {
    let name = row.map { Redaction.escaped($0) } ?? "no row"
    var text = "\(name): \(method.rawValue) \(Redaction.escaped(Redaction().target(target)))"
    text += status.map { ", status \($0)" } ?? ", no response"
    return faults.isEmpty ? text : text + ", with " + faults.map(\.description).joined(separator: " and ")
  }

  /// Roughly the bytes of memory that the call takes.
  var size: Int {
    fields.reduce(200 + target.utf8.count + content.count) { $0 + 80 + $1.name.rawName.utf8.count + $1.value.utf8.count }
  }
}
