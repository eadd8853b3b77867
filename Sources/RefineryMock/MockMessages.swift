public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
public import RefineryJSON

/// A request as the mock server gets it.
package struct MockRequest: Sendable {
  package var method: HTTPRequest.Method
  /// The path and the query, percent-encoded.
  package var target: String
  package var fields: HTTPFields
  /// The content, without its content coding.
  package var content: Data

  package init(method: HTTPRequest.Method, target: String, fields: HTTPFields = [:], content: Data = Data()) {
    self.method = method
    self.target = target
    self.fields = fields
    self.content = content
  }
}

/// A whole response of a ``MockServer``. The server adds `Content-Length`.
public struct MockResponse: Sendable, Equatable {
  /// The status.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// The content, without a content coding.
  public var content: Data

  /// A response with this status, these fields and this content.
  public init(_ status: Int, fields: HTTPFields = [:], content: Data = Data()) {
    self.status = status
    self.fields = fields
    self.content = content
  }

  /// A response with JSON.
  public static func json(_ value: JSONValue, status: Int = 200) -> MockResponse {
    MockResponse(status, fields: [.contentType: "application/json"], content: value.data())
  }
}

extension MockResponse: Redacted {
  /// The status and the size, without fields and content.
  public var description: String { "MockResponse(\(status), \(content.count) bytes)" }
}
