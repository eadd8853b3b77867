#if Tracing
  import HTTPTypes
  public import RefineryCore
  public import Tracing

  /// Creates one INTERNAL span for each call. The spans of its attempts are children of this span.
  ///
  /// Place it first in the chain. The span begins when the chain does. It ends when the response has been mapped, or when a
  /// streamed body has been read or released. It includes the waits of the chain: for credentials, and between retries. Its
  /// name is the name of the row, such as `Person.read`. A call has no span if its request cannot be made.
  ///
  /// Without a tracer it only passes the request on.
  public struct CallTracingMiddleware: Middleware {
    private let tracer: (any Tracer)?

    /// Creates middleware that traces each call.
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
      // This has no effect on a span that has ended.
      let isToldResult = request.context.onEnd { error in
        call.end { span, attributes in
          if let error { span.fail(with: error, isLate: false, in: &attributes) }
        }
      }
      do {
        let response = try await InstrumentationContext.withValue(span.context) { try await next(request) }
        return end(call, with: response, of: request, isToldResult)
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
    ///
    /// - Parameter isToldResult: whether the client will report the result of the call. That report then ends the span.
    private func end(_ call: OpenSpan, with response: Response, of request: Request, _ isToldResult: Bool) -> Response {
      let status = response.head.status.code
      let isFailure = !request.options.successCodes.contains(status)
      call.span.updateAttributes { attributes in
        attributes.set("call.attempts", value: .int64(Int64(request.context.attemptCount)))
        if isFailure { attributes.set("error.type", value: .string(String(status))) }
      }
      if isFailure { call.span.setStatus(SpanStatus(code: .error)) }
      var traced = response
      traced.body = response.body.onEnd { result in
        if case .success = result, isToldResult { return }
        call.end { span, attributes in
          if case .failure(let error) = result { span.fail(with: error, of: request, in: &attributes) }
        }
      }
      return traced
    }
  }
#endif
