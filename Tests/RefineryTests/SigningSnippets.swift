#if Signing
  import Crypto
  import Foundation
  import HTTPTypes
  import Refinery
  import RefinerySigning

  // The Swift blocks of RefinerySigning.md. DocumentationTests compares them, imports included.

  func storage(_ role: @escaping @Sendable () async throws -> AWSCredentials) throws -> Client {
    Client(
      baseURL: "https://my-bucket.s3.eu-central-1.amazonaws.com",
      middleware: [
        RetryMiddleware(),
        try AWSSigningMiddleware(region: "eu-central-1", service: "s3", credentials: role),
      ])
  }

  func bank(pem: String) throws -> Client {
    Client(
      baseURL: "https://api.example.com",
      middleware: [
        RetryMiddleware(),
        try MessageSigningMiddleware(SigningKey(.ed25519, pem: pem), keyID: "client-7", lifetime: .seconds(60)),
      ])
  }

  actor RoleCredentials {
    private let load: @Sendable () async throws -> (AWSCredentials, Date)
    private var lease: (keys: AWSCredentials, expires: Date)?
    private var isLoading = false

    init(load: @escaping @Sendable () async throws -> (AWSCredentials, Date)) { self.load = load }

    func current() async throws -> AWSCredentials {
      // One call loads new keys 5 minutes before the old ones expire. Meanwhile, other calls use the old keys.
      if let lease, lease.expires.timeIntervalSinceNow > (isLoading ? 5 : 300) { return lease.keys }
      isLoading = true
      defer { isLoading = false }
      let (keys, expires) = try await load()
      lease = (keys, expires)
      return keys
    }
  }

  func roleStorage(_ role: RoleCredentials) throws -> Client {
    try storage { try await role.current() }
  }

  func link(to file: HTTPRequest, _ credentials: AWSCredentials) throws -> HTTPRequest {
    try AWSSignature(region: "eu-central-1", service: "s3").presign(
      file, lifetime: .seconds(900), credentials: credentials, date: Date())
  }

  func verify(_ content: Data, of response: HTTPResponse, to request: HTTPRequest, _ key: VerificationKey) throws {
    let digest = SignatureComponent.field(HTTPField.Name("Content-Digest")!)
    let message = SignableMessage(response, to: request)
    try message.verify(covering: [.status, digest, .method.ofRequest, .path.ofRequest]) { _ in key }
    try ContentDigest.verify(content, in: response.headerFields)
  }

  func receive(_ body: Data, _ fields: HTTPFields, secret: String) throws {
    try Webhook.verify(body, in: fields, as: .standardWebhooks, secret: secret)
  }

  func sealing(_ key: SymmetricKey, replaces old: SymmetricKey, names: SymmetricKey) throws -> Sealing {
    try .aesGCM(key, accepting: [old], names: names)
  }
#endif
