import HTTPTypes
import RefineryCore

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
}
