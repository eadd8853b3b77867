import HTTPTypes
public import RefineryCore

// Descriptions of this module's types. A type without a description here shows its name.

extension SentRequest: Redacted {
  /// The request's description.
  public var description: String { "SentRequest(\(request))" }
}

extension RecordedExchange: Redacted {
  /// The request and the status: `RecordedExchange(GET https://api.example/people/5, 200)`.
  public var description: String {
    let url = Redaction().url(of: request.request)
    return "RecordedExchange(\(request.method.rawValue) \(url), \(response.map { "\($0.status.code)" } ?? "no response"))"
  }
}

extension RecordedBody: Redacted {
  /// The size: `RecordedBody(12 bytes)`.
  public var description: String { "RecordedBody(\(length) bytes)" }
}

extension CassetteRequest: Redacted {
  /// Method and URL, as in the cassette.
  public var description: String { "CassetteRequest(\(Redaction.escaped(line)))" }
}

extension StubTransport.StubResponse: Redacted {}
extension StubCoder: Redacted {}
extension StubCoder.Reading: Redacted {}
