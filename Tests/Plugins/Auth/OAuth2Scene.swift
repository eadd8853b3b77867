import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport

extension OAuth2Client {
  /// A client of a stub.
  static func stubbed(
    _ stub: StubTransport, _ authentication: OAuth2ClientAuthentication = .basic("s3cr3t"), id: String = "id",
    tokenURL: String = "https://login.example/token"
  ) throws -> OAuth2Client {
    try OAuth2Client(id, authentication, tokenURL: tokenURL, via: Next(transport: stub))
  }
}

extension StubTransport {
  /// The content of everything that was sent.
  var forms: [String] {
    get async throws {
      var forms: [String] = []
      for request in requests {
        forms.append(String(decoding: try await (request.body ?? .empty).collect(), as: UTF8.self))
      }
      return forms
    }
  }
}

/// A token endpoint that replaces the refresh token at each use, and withdraws all tokens if a used one comes again.
final class RotatingServer: Sendable {
  struct Record: Sendable {
    var current = "r0"
    var number = 0
    var isWithdrawn = false
    var requests = 0
    var underway = 0
    var mostUnderway = 0
  }

  private let record = Mutex(Record())
  private let gate: Latch?

  /// Creates a server; with a gate, it responds when that opens.
  init(gate: Latch? = nil) { self.gate = gate }

  var seen: Record { record.withLock { $0 } }

  /// The user logs in again.
  func logIn(_ token: String) {
    record.withLock { record in
      record.current = token
      record.isWithdrawn = false
    }
  }

  func respond(to request: Request) async throws -> Response {
    let form = String(decoding: try await (request.body ?? .empty).collect(), as: UTF8.self)
    let isGranted = record.withLock { record in
      record.requests += 1
      record.underway += 1
      record.mostUnderway = max(record.mostUnderway, record.underway)
      guard !record.isWithdrawn, form.contains("refresh_token=\(record.current)&") else {
        record.isWithdrawn = true
        return false
      }
      record.number += 1
      record.current = "r\(record.number)"
      return true
    }
    if let gate { await gate.wait() }
    let (number, token) = record.withLock { record in
      record.underway -= 1
      return (record.number, record.current)
    }
    guard isGranted else { return Response(status: .badRequest, body: Body(#"{"error":"invalid_grant"}"#)) }
    let body = #"{"access_token":"t\#(number)","token_type":"Bearer","expires_in":3600,"refresh_token":"\#(token)"}"#
    return Response(status: .ok, body: Body(body))
  }

  var transport: StubTransport { StubTransport { try await self.respond(to: $0) } }
}
