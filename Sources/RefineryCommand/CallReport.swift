#if CommandLine
  import Foundation
  import HTTPTypes
  import RefineryCore

  /// The outcome of a call as one JSON object, for programs. Times are in seconds, measured from the start of the call; the
  /// phases of an attempt are measured from the start of the attempt.
  enum CallReport {
    static func json(of reply: Reply<Data>, row: Endpoint) -> JSONValue {
      json(row, reply.head, reply.value, reply.attempts, reply.elapsed, source: reply.source)
    }

    static func json(of error: CallError) -> JSONValue {
      let fault: JSONValue = [
        "stage": .string(error.stage.rawValue),
        "kind": .string(String("\(error.kind)".prefix { $0 != "(" })), "message": .string(error.description),
      ]
      return json(
        error.endpoint, error.response, error.body, error.attempts, error.elapsed, error: fault,
        isBodyTruncated: error.isBodyTruncated)
    }

    private static func json(
      _ row: Endpoint, _ head: HTTPResponse?, _ body: Data, _ attempts: [Attempt], _ elapsed: Duration,
      source: ResponseSource? = nil, error: JSONValue = .null, isBodyTruncated: Bool = false
    ) -> JSONValue {
      let fields = head?.headerFields ?? [:]
      var members: [(key: String, value: JSONValue)] = [
        ("row", .string(row.name)), ("error", error), ("status", head.map { .number($0.status.code) } ?? .null),
        ("source", source.map { .string("\($0)") } ?? .null),
        ("headers", .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })),
      ]
      if !body.isEmpty { members.append(content(body)) }
      if isBodyTruncated { members.append(("isBodyTruncated", true)) }
      members += [("attempts", .array(attempts.map(json))), ("elapsed", .seconds(elapsed))]
      return .object(members)
    }

    /// JSON as `body`, other text as `text`, and other bytes as `base64`.
    private static func content(_ body: Data) -> (key: String, value: JSONValue) {
      if let json = try? JSONValue(parsing: body) { return ("body", json) }
      if let text = String(data: body, encoding: .utf8) { return ("text", .string(text)) }
      return ("base64", .string(body.base64EncodedString()))
    }

    private static func json(of attempt: Attempt) -> JSONValue {
      let phases = (attempt.times?.spans ?? []).map { span -> JSONValue in
        ["name": .string(span.phase.rawValue), "start": .seconds(span.start), "end": .seconds(span.end)]
      }
      return [
        "number": .number(attempt.number), "outcome": attempt.outcome.map { .string("\($0)") } ?? .null,
        "reason": attempt.reason.map { .string("\($0)") } ?? .null, "start": .seconds(attempt.started),
        "duration": .seconds(attempt.duration),
        "isConnectionReused": (attempt.times?.isConnectionReused).map(JSONValue.bool) ?? .null, "phases": .array(phases),
      ]
    }
  }

  extension JSONValue {
    /// A time in seconds; `null` for none.
    static func seconds(_ duration: Duration?) -> JSONValue {
      guard let duration, let number = JSONValue.Number(duration / .seconds(1)) else { return .null }
      return .number(number)
    }
  }
#endif
