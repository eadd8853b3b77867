import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// The token endpoint of an issuer, from its metadata (RFC 8414).
final class OAuth2Discovery: Sendable {
  private static let usualLifetime = 3600
  private static let maximumLifetime = 86_400

  /// The members of the metadata that are used.
  private struct Document: Decodable {
    private enum CodingKeys: String, CodingKey {
      case issuer
      case tokenEndpoint = "token_endpoint"
    }

    let issuer: String
    let tokenEndpoint: String
  }

  private enum Step {
    case known(OAuth2URL)
    case wait(Flight<OAuth2URL>)
  }

  private struct State {
    /// `end` is an instant of the store's clock.
    var known: (url: OAuth2URL, end: Duration)?
    var flight: Flight<OAuth2URL>?
  }

  let issuer: String
  private let metadata: OAuth2URL
  private let allowPlaintext: Bool
  private let state = Mutex(State())

  init(_ issuer: String, usesOpenID: Bool, allowPlaintext: Bool) throws {
    let url = try OAuth2URL(issuer, "the issuer", allowPlaintext: allowPlaintext)
    guard !issuer.contains("?") else {
      throw CredentialError.malformed("the issuer must be a URL without query (RFC 8414 section 2)")
    }
    var path = url.head.path ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    self.issuer = issuer
    metadata = url.with(
      usesOpenID ? "\(path)/.well-known/openid-configuration" : "/.well-known/oauth-authorization-server\(path)")
    self.allowPlaintext = allowPlaintext
  }

  func tokenURL(for client: OAuth2Client, _ context: CredentialContext) async throws -> OAuth2URL {
    let now = context.clock.now
    let step = state.withLock { state -> Step in
      if let known = state.known, known.end > now { return .known(known.url) }
      if let flight = state.flight { return .wait(flight) }
      let flight = Flight<OAuth2URL>()
      state.flight = flight
      // A task of its own, because the first caller may be cancelled while others wait. The timer ends the wait even if the
      // chain does not respond to cancellation.
      let work = Task {
        do {
          land(flight, .success(try await read(client, context)))
        } catch {
          land(flight, .failure(error))
        }
      }
      flight.timer = Task {
        try await context.clock.sleep(untilEndOfLimit: max(context.deadline.remaining, .zero))
        work.cancel()
        land(flight, .failure(TimedOut(.refresh)))
      }
      return .wait(flight)
    }
    switch step {
    case .known(let url): return url
    case .wait(let flight): return try await flight.landing()
    }
  }

  private func read(_ client: OAuth2Client, _ context: CredentialContext) async throws -> (url: OAuth2URL, end: Duration) {
    let now = context.clock.now
    let (head, data) = try await client.send(.metadata, metadata.head, body: nil, isRepeatable: true, context)
    return (try tokenURL(in: data, head), now + .seconds(Self.lifetime(of: head.headerFields)))
  }

  /// Ends the read that is under way. A failure is not kept: the next request for a token reads again.
  private func land(_ flight: Flight<OAuth2URL>, _ result: Result<(url: OAuth2URL, end: Duration), any Error>) {
    let isFirst = state.withLock { state in
      guard state.flight === flight else { return false }
      state.flight = nil
      if case .success(let read) = result { state.known = read }
      return true
    }
    if isFirst { flight.land(result.map { $0.url }) }
  }

  private func tokenURL(in data: Data, _ head: HTTPResponse) throws -> OAuth2URL {
    func refusal(_ problem: String) -> OAuth2Error { OAuth2Error(.metadata, status: head.status.code, code: problem) }
    guard head.status == .ok else { throw refusal("the issuer has no metadata at its well-known URL") }
    guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
      throw refusal("the response is not metadata of RFC 8414 with issuer and token_endpoint")
    }
    // Bytes are compared, because `String` treats canonically equivalent texts as equal (RFC 8414 sections 3.3 and 4).
    guard document.issuer.utf8.elementsEqual(issuer.utf8) else {
      throw refusal("the metadata belong to another issuer (RFC 8414 section 3.3)")
    }
    guard let url = try? OAuth2URL(document.tokenEndpoint, "", allowPlaintext: allowPlaintext),
      allowPlaintext || url.head.scheme == "https" || metadata.head.scheme != "https"
    else { throw refusal("the token_endpoint is not an https URL without fragment") }
    return url
  }

  /// How many seconds a response may be used (RFC 9111 sections 4.2.1 and 4.2.3).
  private static func lifetime(of fields: HTTPFields) -> Int {
    let directives = fields[values: .cacheControl].joined(separator: ",").lowercased().split(separator: ",").map {
      $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    }
    if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
    guard let age = directives.first(where: { $0.hasPrefix("max-age=") }) else { return usualLifetime }
    let seconds = Int(age.dropFirst("max-age=".count)) ?? 0
    let spent = fields[.age].flatMap { Int($0) } ?? 0
    return min(max(seconds, 0), maximumLifetime) - min(max(spent, 0), maximumLifetime)
  }
}
