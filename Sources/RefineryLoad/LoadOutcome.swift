#if Load
  package import FoundationEssentials
  package import RefineryCore

  /// How one call of a run ended.
  package struct LoadOutcome: Sendable, Equatable {
    package enum Result: Sendable, Equatable {
      case success
      /// It failed. The name is that of ``CallError/errorType``.
      case failure(String)
      /// The client's own chain, or the queue of its transport, refused it. The name is that of ``CallError/errorType``.
      case refusal(String)
      /// The run was interrupted while it was under way.
      case cancelled
    }

    package var result: Result
    /// The status of the response, if there was one.
    package var status: Int?
    /// The size of the received content after decoding.
    package var bytes: Int
    /// How often the request was sent.
    package var attempts: Int
    /// Whether no request was sent because a middleware had the response, such as a cache.
    package var isLocal: Bool

    package init(_ result: Result, status: Int? = nil, bytes: Int = 0, attempts: Int = 1, isLocal: Bool = false) {
      self.result = result
      self.status = status
      self.bytes = bytes
      self.attempts = attempts
      self.isLocal = isLocal
    }

    /// The outcome of a call with a response.
    package init(_ reply: Reply<Data>) {
      self.init(
        .success, status: reply.head.status.code, bytes: reply.value.count, attempts: reply.attempts.count,
        isLocal: reply.attempts.isEmpty)
    }

    /// The outcome of a call that threw.
    package init(_ error: any Error) {
      guard let error = error as? CallError else {
        self.init(error is CancellationError ? .cancelled : .failure(ErrorSummary.text(of: error)), attempts: 0)
        return
      }
      let result: Result =
        switch error.kind {
        case .cancelled: .cancelled
        case .refused, .transport(.queueFull): .refusal(error.errorType)
        default: .failure(error.errorType)
        }
      self.init(result, status: error.status, bytes: error.body.count, attempts: error.attempts.count)
    }
  }

  extension Client {
    /// Sends a call and returns how it ended.
    package func loadOutcome(of call: Call<Data>) async -> LoadOutcome {
      do { return LoadOutcome(try await reply(to: call)) } catch { return LoadOutcome(error) }
    }
  }
#endif
