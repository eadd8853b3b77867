import FoundationEssentials
import HTTPTypes
package import RefineryCore

/// A body in a cassette, without secrets.
enum CassetteContent: Sendable, Equatable {
  case text(String)
  case bytes(Data)
  /// The content was too long to write, or may contain a secret that cannot be removed.
  case withheld(length: Int, reason: String)

  static let none = CassetteContent.text("")

  var isEmpty: Bool { self == .none }

  /// The bytes to replay; nil if withheld.
  var data: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .bytes(let data): data
    case .withheld: nil
    }
  }

  /// Equal for two requests with the same content. For JSON, the order of members is ignored.
  var fingerprint: String {
    switch self {
    case .text(let text): (try? JSONValue(parsing: text))?.text(sortedKeys: true) ?? text
    case .bytes(let data): data.base64EncodedString()
    case .withheld(let length, let reason): reason == Self.tooLong ? "\(reason) \(length)" : reason
    }
  }

  /// Whether the server responded before the whole content was sent.
  var isUnfinished: Bool {
    if case .withheld(_, Self.unfinished) = self { true } else { false }
  }

  static let unfinished = "not sent to its end"
  static let tooLong = "longer than the limit"
  static let coded = "its content coding hides what may be secret"
  static let parted = "a part of it may be secret"
  static let unparsable = "it has the name of a secret, and cannot be parsed"

  /// Whether content of this type may have names and values in a binary form.
  static func isStructured(_ type: some StringProtocol) -> Bool {
    type.isEmpty || binaryForms.contains { type.utf8.firstRange(of: $0.utf8) != nil }
  }

  private static let binaryForms = [
    "msgpack", "messagepack", "cbor", "bson", "proto", "grpc", "avro", "thrift", "octet-stream",
  ]
}

extension Redaction {
  /// Whether bytes contain the name of a secret member of five letters or more, in any case.
  func namesSecret(in bytes: Data) -> Bool {
    var names = [[[UInt8]]](repeating: [], count: 256)
    for name in secretMembers.map({ Array($0.utf8) }) where name.count >= 5 { names[Int(name[0])].append(name) }
    // `api_key` has the name `apikey`.
    let text = bytes.filter { $0 != 0 && $0 != 0x2D && $0 != 0x5F }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return text.indices.contains { index in names[Int(text[index])].contains { text[index...].starts(with: $0) } }
  }

  /// Whether a text is Base64 of a text that may have a secret. Only long texts are decoded: a shorter one looks like a token.
  package func mayHoldEncodedSecret(_ text: String) -> Bool {
    let letters = text.utf8.prefix { $0 != 0x3D }
    guard letters.count > 4096, letters.endIndex == text.endIndex || text.utf8.count - letters.count <= 2 else { return false }
    let standard = letters.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    guard let data = Data(base64Encoded: Data(standard.prefix(standard.count / 4 * 4))) else { return false }
    return mayHoldSecret(String(decoding: data, as: UTF8.self))
  }
}
