import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

/// A link that does what its closure does.
struct Link: Middleware {
  let act: @Sendable (Request, Next) async throws -> Response
  var text: @Sendable (Request) -> String? = { _ in nil }

  init(_ act: @escaping @Sendable (Request, Next) async throws -> Response) { self.act = act }

  func respond(to request: Request, next: Next) async throws -> Response { try await act(request, next) }
  func explanation(for request: Request) -> String? { text(request) }
}

/// A value that several tasks may touch.
final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A link with one fault, and the rules that must catch it.
struct Fault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rules: [String]
  let make: @Sendable () -> any Middleware

  init(_ description: String, violates rules: String..., make: @escaping @Sendable () -> any Middleware) {
    testDescription = description
    self.rules = rules
    self.make = make
  }

  static let all = requestFaults + responseFaults + failureFaults + sharingFaults

  private static let requestFaults = [
    Fault("sends twice", violates: "passes a request on once") {
      Link { request, next in
        guard request.body?.isReplayable != false else { return try await next(request) }
        _ = try await next(request)
        return try await next(request)
      }
    },
    Fault("repeats after a 503", violates: "passes a request on once") {
      Link { request, next in
        let response = try await next(request)
        return response.head.status.code == 503 && request.isReplayable ? try await next(request) : response
      }
    },
    Fault("reorders repeated header fields", violates: "changes only the parts of a request that it owns") {
      Link { request, next in
        var request = request
        for name in Set(request.head.headerFields.map(\.name)) {
          request.head.headerFields[values: name] = request.head.headerFields[values: name].sorted()
        }
        return try await next(request)
      }
    },
    Fault("drops a header field", violates: "changes only the parts of a request that it owns") {
      Link { request, next in
        var request = request
        request.head.headerFields[.userAgent] = nil
        return try await next(request)
      }
    },
    Fault("joins repeated fields", violates: "changes only the parts of a request that it owns") {
      Link { request, next in
        var request = request
        for name in Set(request.head.headerFields.map(\.name)) {
          request.head.headerFields[name] = request.head.headerFields[name]
        }
        return try await next(request)
      }
    },
    Fault("makes a request of its own", violates: "keeps endpoint, options and context") {
      Link { request, next in
        try await next(Request(endpoint: request.endpoint, head: request.head, body: request.body, context: request.context))
      }
    },
    Fault(
      "compresses without a word", violates: "keeps a request body and the fields that describe it in agreement"
    ) {
      Link { request, next in
        var request = request
        if let data = request.body?.data { request.body = Body(data.prefix(10)) }
        return try await next(request)
      }
    },
    Fault(
      "makes every body one-shot", violates: "keeps a request body and the fields that describe it in agreement"
    ) {
      Link { request, next in
        var request = request
        if let data = request.body?.data {
          request.body = Body(
            AsyncStream {
              $0.yield(data)
              $0.finish()
            })
        }
        return try await next(request)
      }
    },
    Fault("reads a stream to log it", violates: "reads a one-shot request body only to send it, and sends it once") {
      Link { request, next in
        var request = request
        if let body = request.body { request.body = Body(try await body.collect()) }
        return try await next(request)
      }
    },
  ]

  private static let responseFaults = [
    Fault("hides errors", violates: "returns the response it was given") {
      Link { request, next in
        var response = try await next(request)
        if response.head.status.code == 404 { response.head.status = .ok }
        return response
      }
    },
    Fault("replaces error bodies", violates: "returns the response it was given") {
      Link { request, next in
        var response = try await next(request)
        if response.head.status.kind == .serverError { response.body = Body("try later") }
        return response
      }
    },
    Fault("recounts every body", violates: "leaves responses without content unchanged") {
      Link { request, next in
        var response = try await next(request)
        if response.head.headerFields[.contentLength] != nil, let length = response.body.length {
          response.head.headerFields[.contentLength] = "\(length)"
        }
        return response
      }
    },
    Fault(
      "gathers streams", violates: "does not buffer a streamed response", "releases a response when its reader is released"
    ) {
      let kept = Box<[Response]>([])
      return Link { request, next in
        var response = try await next(request)
        kept.value.append(response)
        response.body = Body(try await response.body.collect())
        return response
      }
    },
    Fault("keeps responses", violates: "releases a response when its reader is released") {
      let kept = Box<[Response]>([])
      return Link { request, next in
        let response = try await next(request)
        kept.value.append(response)
        return response
      }
    },
  ]

  private static let failureFaults = [
    Fault("answers a cancelled call", violates: "lets cancellation through") {
      Link { request, next in
        do { return try await next(request) } catch is CancellationError { return Response(status: .serviceUnavailable) }
      }
    },
    Fault("hides cancellation from the call", violates: "lets cancellation through") {
      Link { request, next in try await Task { try await next(request) }.value }
    },
    Fault("repeats after cancellation", violates: "lets cancellation through") {
      Link { request, next in
        do { return try await next(request) } catch let error as CancellationError {
          _ = try? await Task { try await next(request) }.value
          throw error
        }
      }
    },
    Fault("wraps errors", violates: "lets cancellation through", "throws what the rest of the chain throws") {
      struct Wrapped: Error { let inner: any Error }
      return Link { request, next in
        do { return try await next(request) } catch { throw Wrapped(inner: error) }
      }
    },
    Fault("makes an answer of an error", violates: "throws what the rest of the chain throws") {
      Link { request, next in
        do { return try await next(request) } catch is TimedOut { return Response(status: .gatewayTimeout) }
      }
    },
  ]

  private static let sharingFaults = [
    Fault("mixes calls", violates: "releases a response when its reader is released", "keeps concurrent calls apart") {
      let last = Box<Response?>(nil)
      return Link { request, next in
        last.value = nil
        let response = try await next(request)
        if last.value == nil { last.value = response }
        return last.value ?? response
      }
    },
    Fault("remembers fields", violates: "keeps no state of one call for the next") {
      let remembered = Box<HTTPFields>([:])
      return Link { request, next in
        var request = request
        if request.head.headerFields[.authorization] == nil {
          request.head.headerFields[.authorization] = remembered.value[.authorization]
        }
        remembered.value = request.head.headerFields
        return try await next(request)
      }
    },
    Fault("sends the body of the first call with the second", violates: "keeps no state of one call for the next") {
      let first = Box<Body?>(nil)
      return Link { request, next in
        var request = request
        if request.context.number == 1 { first.value = request.body }
        if request.context.number == 2 { request.body = first.value }
        return try await next(request)
      }
    },
    Fault(
      "answers the second call with the first answer", violates: "releases a response when its reader is released",
      "keeps no state of one call for the next"
    ) {
      let first = Box<Response?>(nil)
      return Link { request, next in
        if request.context.number == 2, let first = first.value { return first }
        let response = try await next(request)
        if request.context.number == 1 { first.value = response }
        return response
      }
    },
    Fault("shares a store", violates: "keeps no state of one call for the next", "is independent of other instances") {
      Link { request, next in
        var request = request
        if request.head.headerFields[.authorization] == nil {
          request.head.headerFields[.authorization] = everyones.value
        } else {
          everyones.value = request.head.headerFields[.authorization]
        }
        return try await next(request)
      }
    },
    Fault("explains with header values", violates: "names and explains itself in one line without secrets") {
      var link = Link { request, next in try await next(request) }
      link.text = { "sends \($0.head.headerFields.map { "\($0.name): \($0.value)" })" }
      return link
    },
    Fault("explains in two lines", violates: "names and explains itself in one line without secrets") {
      var link = Link { request, next in try await next(request) }
      link.text = { _ in "first\nsecond" }
      return link
    },
  ]
}

private let everyones = Box<String?>(nil)
