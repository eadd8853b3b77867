#if Tracing
  public import HTTPTypes
  public import RefineryCore
  public import Tracing

  /// Creates one CLIENT span for each attempt of a call, and sends the span's context with the request.
  ///
  /// Place it last in the chain, so that each retry, replay and redirect has its own span. The span is a child of the task's
  /// current span, such as that of an incoming request or of ``CallTracingMiddleware``. It ends when the last byte of the
  /// response has arrived or the body is released. Names and attributes follow the OpenTelemetry semantic conventions 1.44 for
  /// HTTP client spans.
  ///
  /// ```swift
  /// let api = Client(baseURL: url, middleware: [CallTracingMiddleware(), RetryMiddleware(), TracingMiddleware()])
  /// ```
  ///
  /// Without a tracer it only passes the request on.
  public struct TracingMiddleware: Middleware {
    private let tracer: (any Tracer)?
    private let redaction: Redaction
    private let knownMethods: Set<HTTPRequest.Method>
    private let replacesContext: Bool
    private let sendsContext: @Sendable (Origin) -> Bool

    /// Creates middleware that traces each attempt.
    ///
    /// - Parameters:
    ///   - tracer: creates the spans. Default nil: each attempt uses the tracer of the task or of the process,
    ///     `InstrumentationSystem.tracer`.
    ///   - redaction: its query keys are the keys whose values `url.full` shows. Default: no keys.
    ///   - otherMethods: methods that spans name, besides those of RFC 9110, PATCH and QUERY. Any other is `_OTHER`.
    ///   - replacesContext: whether the context of the span replaces fields of a context that the call sets itself. Default:
    ///     no.
    ///   - sendsContext: returns whether an origin may receive the context. Default: every origin may.
    public init(
      _ tracer: (any Tracer)? = nil, redaction: Redaction = Redaction(),
      otherMethods: Set<HTTPRequest.Method> = [], replacesContext: Bool = false,
      sendsContext: @escaping @Sendable (Origin) -> Bool = { _ in true }
    ) {
      self.tracer = tracer
      self.redaction = redaction
      knownMethods = otherMethods.union(Self.standardMethods)
      self.replacesContext = replacesContext
      self.sendsContext = sendsContext
    }

    /// The methods of RFC 9110, PATCH (RFC 5789) and QUERY, as OpenTelemetry lists them.
    private static let standardMethods: [HTTPRequest.Method] =
      [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch] + [HTTPRequest.Method("QUERY")].compactMap { $0 }

    /// The last stage, where each attempt passes as it is sent.
    public var stage: ChainStage? { .observe }

    /// Sends the request within a span. It changes only the fields of the trace context.
    public func respond(to request: Request, next: Next) async throws -> Response {
      guard let tracer = tracer.orCurrent else { return try await next(request) }
      let origin = Origin(request.head)
      let row = RowLabels(request, knownMethods)
      let span: any Span = tracer.startSpan(row.spanName, ofKind: .client)
      let attempt = OpenSpan(span)
      if span.isRecording { span.updateAttributes { describe(request, row, at: origin, in: &$0) } }
      var traced = request
      if let origin, sendsContext(origin) { inject(span.context, into: &traced.head.headerFields) }
      do {
        let response = try await InstrumentationContext.withValue(span.context) { [traced] in try await next(traced) }
        return end(attempt, with: response, of: request)
      } catch {
        attempt.end { span, attributes in
          describePeer(of: request, in: &attributes)
          span.fail(with: error, of: request, in: &attributes)
        }
        throw error
      }
    }

    /// Says whether there is a tracer.
    public func explanation(for request: Request) -> String? {
      tracer.orCurrent == nil
        ? "off: there is no tracer" : "a span \(RowLabels(request, knownMethods).spanName) for each attempt"
    }

    // MARK: The request

    private func describe(_ request: Request, _ row: RowLabels, at origin: Origin?, in attributes: inout SpanAttributes) {
      // An attempt without a failure has this many attributes. Reserving them keeps the storage from growing step by step.
      attributes.reserveCapacity(12)
      attributes.set("http.request.method", value: .string(row.method ?? "_OTHER"))
      if row.method == nil {
        attributes.set("http.request.method_original", value: .string(Redaction.escaped(request.head.method.rawValue)))
      }
      if let origin {
        attributes.set("server.address", value: .string(origin.address))
        attributes.set("server.port", value: .int64(Int64(origin.port)))
        attributes.set("url.scheme", value: .string(origin.scheme))
      }
      attributes.set("url.full", value: .string(redaction.url(of: request)))
      if let template = row.template { attributes.set("url.template", value: .string(template)) }
      attributes.set("endpoint.name", value: .string(Redaction.escaped(request.endpoint.name)))
      let earlier = request.context.attemptCount
      if earlier > 0 { attributes.set("http.request.resend_count", value: .int64(Int64(earlier))) }
      if let size = request.body?.length { attributes.set("http.request.body.size", value: .int64(Int64(size))) }
    }

    /// Adds the fields of the given tracer, or of all instruments of the task or process. Unless `replacesContext` is true,
    /// fields that the request already has are kept, and a request with its own `traceparent` gets no new `tracestate`.
    private func inject(_ context: InstrumentationContext, into fields: inout HTTPFields) {
      let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
      var injected = HTTPFields()
      instrument.inject(context, into: &injected, using: FieldInjector())
      let keepsParent = !replacesContext && fields.contains(.traceParent)
      if !keepsParent, injected.contains(.traceParent) { fields[.traceState] = nil }
      for field in injected {
        if keepsParent, field.name == .traceState { continue }
        if !fields.contains(field.name) {
          fields.append(field)
        } else if replacesContext {
          fields[field.name] = field.value
        }
      }
    }

    // MARK: The response

    /// Adds the other end of the connection, if the transport reports it.
    private func describePeer(of request: Request, in attributes: inout SpanAttributes) {
      guard let times = request.attempt?.times else { return }
      if let address = times.peerAddress { attributes.set("network.peer.address", value: .string(Redaction.escaped(address))) }
      if let port = times.peerPort { attributes.set("network.peer.port", value: .int64(Int64(port))) }
    }

    private func end(_ attempt: OpenSpan, with response: Response, of request: Request) -> Response {
      attempt.keep(response)
      var traced = response
      traced.body = response.body.onEnd { result in
        attempt.end { span, attributes in
          describePeer(of: request, in: &attributes)
          switch result {
          case .success(let size): attributes.set("http.response.body.size", value: .int64(Int64(size)))
          case .failure(let error): span.fail(with: error, of: request, in: &attributes)
          }
        }
      }
      return traced
    }
  }

  /// The parts of a row that a span shows.
  private struct RowLabels {
    /// Nil if it is not a known method.
    let method: String?
    /// Nil for a direct row, whose template is a URL.
    let template: String?

    init(_ request: Request, _ knownMethods: Set<HTTPRequest.Method>) {
      method = knownMethods.contains(request.head.method) ? request.head.method.rawValue : nil
      template = request.endpoint.isDirect ? nil : request.endpoint.template
    }

    /// The method and the template.
    var spanName: String {
      let method = method ?? "HTTP"
      return template.map { "\(method) \($0)" } ?? method
    }
  }

  /// Sets fields of the trace context. If a field is set twice, the last value replaces the first, so each field is sent once.
  private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
      guard let name = HTTPField.Name(key) else { return }
      fields[name] = value
    }
  }

  extension HTTPField.Name {
    // W3C Trace Context, sections 3.2 and 3.3. Both texts are tokens, so the initializer never returns nil.
    fileprivate static let traceParent = HTTPField.Name("traceparent") ?? .contentType
    fileprivate static let traceState = HTTPField.Name("tracestate") ?? .contentType
  }

  extension Origin {
    /// The host without the brackets of an IPv6 address.
    fileprivate var address: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
  }
#endif
