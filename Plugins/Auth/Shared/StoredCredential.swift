import FoundationEssentials
import HTTPTypes
import RefineryCore

/// The content of an entry of a vault, before it is sealed.
struct StoredCredential {
  let credential: Credential
  /// What the next renewal needs, if the provider is a ``RotatingProvider``.
  let secret: RotatingSecret?
}

/// Why the content of an entry cannot be used. The text contains none of it.
struct UnreadableEntry: SafelyDescribed {
  let problem: String
  var description: String { "an entry of the vault cannot be used and is replaced: \(problem)" }
}

extension StoredCredential {
  private struct Document: Codable {
    /// The number changes with each incompatible form.
    static let current = 1

    struct Part: Codable {
      var field: String?
      var query: String?
      let value: String
    }

    struct Secret: Codable {
      let current: String
      let origin: String
    }

    var form = Document.current
    let name: String
    let parts: [Part]
    let secret: Secret?
  }

  /// Writes the content as JSON.
  func data() throws -> Data {
    let parts = credential.parts.map { part in
      switch part {
      case .field(let field): Document.Part(field: field.name.rawName, value: field.value)
      case .query(let name, let value): Document.Part(query: name, value: value)
      }
    }
    let secret = secret.map { Document.Secret(current: $0.current.exposed, origin: $0.origin.exposed) }
    return try JSONEncoder().encode(Document(name: credential.form, parts: parts, secret: secret))
  }

  /// Reads the content of an entry.
  ///
  /// - Throws: ``UnreadableEntry``.
  init(_ data: Data) throws {
    guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
      throw UnreadableEntry(problem: "it is not a credential")
    }
    guard document.form == Document.current else {
      throw UnreadableEntry(problem: "another version of the app has written it in another form")
    }
    let parts = try document.parts.map { part -> Credential.Part in
      if let name = part.query, Self.isEncoded(name), Self.isEncoded(part.value) {
        return .query(name: name, value: part.value)
      }
      guard let name = part.field.flatMap({ HTTPField.Name($0) }), HTTPField.isValidValue(part.value) else {
        throw UnreadableEntry(problem: "its credential cannot be sent")
      }
      var field = HTTPField(name: name, value: part.value)
      field.indexingStrategy = .disallow
      return .field(field)
    }
    credential = Credential(restoring: parts, form: Redaction.escaped(document.name))
    secret = document.secret.map { RotatingSecret(current: Secret($0.current), origin: Secret($0.origin)) }
    // An entry without parts holds only the secret: see `SharedCredentials`.
    guard !parts.isEmpty || secret != nil else { throw UnreadableEntry(problem: "it holds no credential") }
  }

  private static func isEncoded(_ text: String) -> Bool {
    text.utf8.allSatisfy { Credential.isUnreserved($0) || $0 == UInt8(ascii: "%") }
  }
}
