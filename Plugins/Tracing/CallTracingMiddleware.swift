#if Tracing
  import HTTPTypes
  public import RefineryCore
  public import Tracing

  /// Creates one INTERNAL span for each call. The spans of its attempts are children of this span.
  ///
  /// Place it first in the chain. The span begins when the chain does, and ends when the last byte of the response has arrived
  /// or the body is released. It includes the waits of the chain: for credentials, and between retries. Its name is the name of
  /// the row, such as `Person.read`. The span does not show failures before or after the chain: in building a request or in
  /// mapping a response.
  ///
  /// Without a tracer it only passes the request on.
  public struct CallTracingMiddleware: Middleware {
    private let tracer: (any Tracer)?

    /// Creates a link that traces each call.
    ///
    /// - Parameter tracer: creates the spans. Default nil: each call uses the tracer of the task or of the process,
    ///   `InstrumentationSystem.tracer`.
    public init(_ tracer: (any Tracer)? = nil) { self.tracer = tracer }

    /// Passes the unchanged request on within a span.
    public func respond(to request: Request, next: Next) async throws -> Response {
      guard let tracer = tracer.orCurrent else { return try await next(request) }
      let name = Redaction.escaped(request.endpoint.name)
      let span: any Span = tracer.startSpan(name, ofKind: .internal)
      let call = OpenSpan(span)
      span.updateAttributes { attributes in
        attributes.reserveCapacity(6)
        attributes.set("endpoint.name", value: .string(name))
        attributes.set("call.number", value: .int64(Int64(clamping: request.context.number)))
        if let client = request.context.client { attributes.set("client.name", value: .string(Redaction.escaped(client))) }
      }
      do {
        let response = try await InstrumentationContext.withValue(span.context) { try await next(request) }
        return end(call, with: response, of: request)
      } catch {
        call.end { span, attributes in
          attributes.set("call.attempts", value: .int64(Int64(request.context.attemptCount)))
          span.fail(with: error, of: request, in: &attributes)
        }
        throw error
      }
    }

    /// Says whether there is a tracer.
    public func explanation(for request: Request) -> String? {
      tracer.orCurrent == nil ? "off: there is no tracer" : "a span for the whole call"
    }

    /// A status is a failure if it is not one of the success codes of the row.
    private func end(_ call: OpenSpan, with response: Response, of request: Request) -> Response {
      let status = response.head.status.code
      let isFailure = !request.options[SuccessCodes.self].contains(status)
      call.span.updateAttributes { attributes in
        attributes.set("call.attempts", value: .int64(Int64(request.context.attemptCount)))
        if isFailure { attributes.set("error.type", value: .string(String(status))) }
      }
      if isFailure { call.span.setStatus(SpanStatus(code: .error)) }
      var traced = response
      traced.body = response.body.onEnd { result in
        call.end { span, attributes in
          if case .failure(let error) = result { span.fail(with: error, of: request, in: &attributes) }
        }
      }
      return traced
    }
  }
#endif
