#if PostgreSQL
  import Foundation
  import HTTPTypes
  import RefineryContracts
  import RefineryCore
  import Synchronization

  /// Items at `/items` that honours `Idempotency-Key`, and kills a worker at a chosen moment.
  final class ItemServer: Sendable {
    enum Moment: CaseIterable {
      /// When the request has arrived.
      case beforeActing
      /// When the server has acted, before the response.
      case beforeResponse
      case afterResponse
      /// Some milliseconds after the request, at any point of the worker's work.
      case later
    }

    struct State {
      /// The revisions of each item, in the order in which the server first acted on them; creates are revision 0.
      var revisions: [Int: [Int]] = [:]
      var creates: [Int: Int] = [:]
      var answers: [String: String] = [:]
      var bodies: [String: String] = [:]
      var keyless = 0
      var reusedKeys = 0
      var replays = 0
      var writes = 0
      var kill: (at: Int, moment: Moment)?
      var victim: pid_t?
    }

    let state = Mutex(State())
    /// The signal that the worker gets.
    let signal = Mutex(SIGKILL)
    func killVictim() {
      let signal = signal.withLock { $0 }
      state.withLock { state in
        if let victim = state.victim { Foundation.kill(victim, signal) }
        state.victim = nil
      }
    }

    func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
      let read = connection.readBody()
      // A worker that dies while it sends leaves half a body.
      guard read.isWhole, let body = try? JSONValue(parsing: Data(read.bodyPrefix)) else { return .close }
      let moment = state.withLock { state -> Moment? in
        state.writes += 1
        guard let kill = state.kill, kill.at <= state.writes else { return nil }
        state.kill = nil
        return kill.moment
      }
      if moment == .beforeActing {
        killVictim()
        return .close
      }
      if moment == .later {
        let delay = Double.random(in: 0..<0.04)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { self.killVictim() }
      }
      let text = act(request.method, body, key: request.fields[.idempotencyKey])
      if moment == .beforeResponse {
        killVictim()
        return .close
      }
      connection.answer(201, ["Content-Type: application/json"], Array(text.utf8))
      if moment == .afterResponse { killVictim() }
      return .keepAlive
    }

    private func act(_ method: String, _ body: JSONValue, key: String?) -> String {
      state.withLock { state in
        guard let key else {
          state.keyless += 1
          return "{}"
        }
        if let known = state.answers[key] {
          state.replays += 1
          if state.bodies[key] != body.text() { state.reusedKeys += 1 }
          return known
        }
        let stored = (body["data"]?.array ?? [body]).map { item -> JSONValue in
          let number = item["number"]?.int ?? -1
          state.revisions[number, default: []].append(item["revision"]?.int ?? -1)
          var object = item.object ?? [:]
          if object["id"] == nil {
            state.creates[number, default: 0] += 1
            object["id"] = .number(number)
          }
          return .object(object)
        }
        let answer = body["data"] == nil ? stored[0].text() : JSONValue.array(stored).text()
        state.answers[key] = answer
        state.bodies[key] = body.text()
        return answer
      }
    }
  }

  extension HTTPField.Name {
    fileprivate static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .accept
  }
#endif
