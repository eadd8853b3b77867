import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// An absolute URL of an authorization server.
struct OAuth2URL: Sendable {
  let text: String
  let head: HTTPRequest

  init(_ url: String, _ what: String, allowPlaintext: Bool) throws {
    guard let origin = Origin(url), let (scheme, authority, target) = Origin.parts(of: url), !target.contains("#"),
      !authority.contains("@")
    else {
      throw CredentialError.malformed("\(what) must be absolute, such as https://login.example/token, without fragment")
    }
    guard allowPlaintext || origin.isConfidential else {
      throw CredentialError.plaintextRefused(origin: origin.description)
    }
    text = url
    head = HTTPRequest(
      method: .get, scheme: scheme.lowercased(), authority: String(authority),
      path: target.hasPrefix("/") ? String(target) : "/\(target)", headerFields: [.accept: "application/json"])
  }

  /// Another resource of the same origin.
  func with(_ path: String) -> OAuth2URL {
    var head = head
    head.path = path
    return OAuth2URL(text: "\(head.scheme ?? "")://\(head.authority ?? "")\(path)", head: head)
  }

  private init(text: String, head: HTTPRequest) {
    self.text = text
    self.head = head
  }
}

/// The content of `application/x-www-form-urlencoded`.
enum OAuth2Form {
  // A space is written as %20 and not as +: every form decoder reads %20, and some servers decode Basic credentials like a URL.
  static func encoded(_ text: String) -> String { Credential.percentEncoded(text) }

  static func encoded(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
  }
}

extension OAuth2Client {
  private static let limit = 64 * 1024

  /// Requests a token.
  ///
  /// - Parameters:
  ///   - grant: the parameters of the grant.
  ///   - secrets: the values in `grant` that an error must not repeat.
  ///   - isRepeatable: whether a request with an unknown outcome can be sent again without harm.
  ///   - grace: how long the request may last after the store has stopped waiting.
  func token(
    _ grant: [(String, String)], secrets: [String] = [], isRepeatable: Bool = true, grace: Duration = .zero,
    _ context: CredentialContext
  ) async throws -> TokenResponse {
    let url =
      switch location {
      case .fixed(let url): url
      case .discovered(let discovery): try await discovery.tokenURL(for: self, context)
      }
    var pairs = grant
    var secrets = secrets
    var basic: Credential?
    switch authentication.method {
    case .basic(let secret):
      basic = .basic(user: OAuth2Form.encoded(id), password: OAuth2Form.encoded(secret.exposed))
      secrets.append(secret.exposed)
    case .post(let secret):
      pairs += [("client_id", id), ("client_secret", secret.exposed)]
      secrets.append(secret.exposed)
    case .none:
      if !id.isEmpty { pairs.append(("client_id", id)) }
    case .assertion(let make):
      let assertion = try await make(id, context, location.name).exposed
      pairs += [
        ("client_id", id), ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", assertion),
      ]
      secrets.append(assertion)
    }
    var head = url.head
    head.method = .post
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let (response, data) = try await send(
      .token, head, body: Body(OAuth2Form.encoded(pairs)), credential: basic,
      isRepeatable: isRepeatable && !authentication.isAssertion, grace: grace, context)
    guard response.status.kind == .successful else {
      throw OAuth2Error(status: response.status.code, body: data, secrets: secrets)
    }
    let token = try? JSONDecoder().decode(TokenResponse.self, from: data)
    if let token, !token.accessToken.isEmpty { return token }
    // Some servers send the error of a refused grant with the status 200.
    throw OAuth2Error(
      status: response.status.code, body: data, secrets: secrets,
      otherwise: "the response is not a token of RFC 6749 section 5.1")
  }

  /// Sends one request to the authorization server. The request belongs to no call, so it has a context and a time limit of its
  /// own.
  func send(
    _ source: OAuth2Error.Source, _ head: HTTPRequest, body: Body?, credential: Credential? = nil, isRepeatable: Bool,
    grace: Duration = .zero, _ context: CredentialContext
  ) async throws -> (HTTPResponse, Data) {
    let options = Options {
      $0.authentication = .off
      $0.redirects = .never
      $0.responseLimit = Self.limit
      $0.idempotent = isRepeatable
    }
    let row = source == .token ? "OAuth2.token" : "OAuth2.metadata"
    var request = Request(
      endpoint: Endpoint(row, head.method, source == .token ? "token" : "metadata", options), head: head, body: body,
      options: options,
      context: CallContext(
        number: numbers.next(), clock: context.clock, timeout: max(context.deadline.remaining, .zero) + grace))
    if let credential { _ = credential.apply(to: &request, replacing: true) }
    let response = try await next(request)
    return (response.head, try await response.body.collect(upTo: Self.limit))
  }
}

/// Numbers the requests to an authorization server from 1, to tell them apart in log lines and for sampling.
final class CallNumbers: Sendable {
  private let last = Atomic<UInt64>(0)
  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
