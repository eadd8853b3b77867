import HTTPTypes
import RefineryCore
import Testing

// Names that apps and server frameworks declare themselves: the core must not have public ones, or both are ambiguous.
extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
  static let requestID = HTTPField.Name("X-Request-ID") ?? .via
}

@Suite struct FieldNameTests {
  @Test("an app's own constants for field names are the ones that its code uses")
  func names() {
    #expect(HTTPField.Name.idempotencyKey.canonicalName == "idempotency-key")
    #expect(HTTPField.Name.requestID.canonicalName == "x-request-id")
  }
}
