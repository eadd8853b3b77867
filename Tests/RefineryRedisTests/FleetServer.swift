#if Redis
  import Foundation
  import HTTPTypes
  import RefineryContracts
  import RefineryCore
  import Synchronization

  /// The server that the instances of a fleet call: data behind tokens that end after a second, numbered answers that may be
  /// cached, and the token endpoint.
  final class FleetServer: Sendable {
    struct State: Sendable {
      /// When each token was issued, on the clock of this process.
      var issued: [String: ContinuousClock.Instant] = [:]
      var refreshToken = "first"
      var lastRefreshToken = ""
      var renewals = 0
      var renewing = 0
      var mostRenewing = 0
      /// Requests with a refresh token that had been used.
      var reused = 0
      /// Requests with a token that was unknown, or had ended.
      var expired = 0
      var data = 0
      var answers = 0
      var firstData: ContinuousClock.Instant?
      var lastData: ContinuousClock.Instant?
      /// How many renewals still end with the death of their process.
      var kills = 0
    }

    static let lifetime = Duration.seconds(1)
    let state = Mutex(State())
    private let renewalTime: UInt32

    /// - Parameter renewalTime: how long a renewal takes, in milliseconds.
    init(renewalTime: UInt32 = 30) { self.renewalTime = renewalTime }

    func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
      let read = connection.readBody()
      switch request.path {
      case "/token": return renew(request, String(decoding: read.bodyPrefix, as: UTF8.self), connection)
      case "/data": return data(request, connection)
      default:
        state.withLock { $0.answers += 1 }
        let body = Array("{\"path\": \"\(request.path)\", \"padding\": \"\(String(repeating: "x", count: 1_000))\"}".utf8)
        connection.answer(200, ["Content-Type: application/json", "Cache-Control: max-age=600"], body)
        return .keepAlive
      }
    }

    private func data(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
      let now = ContinuousClock.now
      let token = request.fields[.authorization]?.dropFirst("Bearer ".count)
      let isValid = state.withLock { state in
        guard let token else { return true }
        // A slow machine must not make a token invalid on its way.
        let issued = state.issued[String(token)]
        return issued.map { now - $0 < Self.lifetime * 2 } ?? false
      }
      state.withLock { state in
        state.data += 1
        state.firstData = state.firstData ?? now
        state.lastData = now
        if !isValid { state.expired += 1 }
      }
      if isValid {
        connection.answer(200, ["Content-Type: application/json", "Cache-Control: no-store"], Array("{}".utf8))
      } else {
        connection.answer(401, [#"WWW-Authenticate: Bearer error="invalid_token""#], [])
      }
      return .keepAlive
    }

    private func renew(_ request: LoopbackRequest, _ form: String, _ connection: LoopbackConnection)
      -> LoopbackConnection.Ending
    {
      let dies = state.withLock { state in
        state.renewals += 1
        state.renewing += 1
        state.mostRenewing = max(state.mostRenewing, state.renewing)
        guard state.kills > 0 else { return false }
        state.kills -= 1
        return true
      }
      usleep(renewalTime * 1_000)
      let (token, refresh) = state.withLock { state -> (String, String) in
        let token = "token-\(state.renewals)"
        if let used = form.split(separator: "&").first(where: { $0.hasPrefix("refresh_token=") })?.dropFirst(14) {
          // The last one is accepted again, as by servers with a reuse interval.
          if used != state.refreshToken { state.reused += 1 }
          if used == state.refreshToken || used == state.lastRefreshToken {
            state.lastRefreshToken = String(used)
            state.refreshToken = "refresh-\(state.renewals)"
          }
        }
        state.issued[token] = .now
        state.renewing -= 1
        return (token, state.refreshToken)
      }
      if dies, let process = HTTPField.Name("X-Process").flatMap({ request.fields[$0] }).flatMap({ Int32($0) }) {
        kill(process, SIGKILL)
        return .close
      }
      let body = #"{"access_token": "\#(token)", "token_type": "Bearer", "expires_in": 1, "refresh_token": "\#(refresh)"}"#
      connection.answer(200, ["Content-Type: application/json"], Array(body.utf8))
      return .keepAlive
    }
  }
#endif
