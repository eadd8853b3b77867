package import FoundationEssentials
package import HTTPTypes

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

/// A whole response of the mock server. `Content-Length` is added when it is written.
package struct MockResponse: Sendable, Equatable {
  package var status: Int
  package var fields: HTTPFields
  package var content: Data

  package init(_ status: Int, fields: HTTPFields = [:], content: Data = Data()) {
    self.status = status
    self.fields = fields
    self.content = content
  }
}
