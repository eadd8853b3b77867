#if CommandLine
  import Foundation
  import Refinery

  /// One call of the demo, its expected result, and the expected requests.
  struct DemoStep: Sendable {
    struct Outcome: Sendable {
      let text: String
      let isExpected: Bool
    }

    let title: String
    /// The call as the script has it.
    let code: String
    let expectation: String
    /// The requests that the server receives, one line each.
    let wire: [String]
    let run: @Sendable (Client) async -> Outcome

    /// A call that must return exactly this.
    static func call<Output: Equatable & Sendable>(
      _ title: String, _ code: String, _ call: Call<Output>, returns expected: Output, wire: String...
    ) -> DemoStep {
      DemoStep(title: title, code: code, expectation: "returns \(words(for: expected))", wire: wire) { client in
        do {
          let reply = try await client.reply(to: call)
          return Outcome(
            text: words(for: reply.value),
            isExpected: reply.value == expected && Self.statuses(reply.attempts) == Self.statuses(wire))
        } catch {
          return Outcome(text: ErrorSummary.text(of: error), isExpected: false)
        }
      }
    }

    /// A call that must fail in this way.
    static func failure<Output: Sendable>(
      _ title: String, _ code: String, _ call: Call<Output>, _ expected: CallError.Kind, wire: String...
    ) -> DemoStep {
      DemoStep(title: title, code: code, expectation: "fails as \(expected)", wire: wire) { client in
        do {
          return Outcome(text: words(for: try await client.send(call)), isExpected: false)
        } catch let error as CallError {
          return Outcome(
            text: "fails as \(error.kind): \(error.problem?.detail ?? "no detail")",
            isExpected: error.kind == expected && Self.statuses(error.attempts) == Self.statuses(wire))
        } catch {
          return Outcome(text: ErrorSummary.text(of: error), isExpected: false)
        }
      }
    }

    /// A value as JSON, if it can be encoded.
    private static func words<Output>(for value: Output) -> String {
      switch value {
      case let data as Data: String(decoding: data, as: UTF8.self)
      case let model as any Encodable & Sendable:
        (try? JSONCoder().encode(model, nulls: .omit)).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
      case is Okay: "Okay"
      default: "\(value)"
      }
    }

    private static func statuses(_ attempts: [Attempt]) -> [Int] {
      attempts.map { if case .status(let code)? = $0.outcome { code } else { 0 } }
    }

    /// The statuses of the lines that belong to the call; tokens are fetched by a separate client.
    private static func statuses(_ wire: [String]) -> [Int] {
      wire.filter { !$0.hasPrefix("POST /token") }.map { line in
        line.split(separator: " ").drop { $0 != "->" }.dropFirst().first.flatMap { Int($0) } ?? 0
      }
    }
  }
#endif
