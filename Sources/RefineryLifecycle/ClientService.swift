#if ServiceLifecycle
  public import RefineryCore
  public import ServiceLifecycle

  /// Ends the calls of a client when the app shuts down.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [ClientService(api, grace: .seconds(20)), server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  /// At graceful shutdown, calls under way may end within the grace; then they are cancelled. A cancelled call, and every later
  /// call, throws a `CallError` with `TransportError.Code.closed`. If the service is cancelled, the grace ends at once. See
  /// `Client.shutdown(grace:)`.
  ///
  /// A service group ends its services in reverse order. List this service before those that use the client, such as the
  /// server, so that they end first.
  ///
  /// The calls of a client with this service are tracked. This costs one child task for each call, and one for each wait for a
  /// chunk of a streamed body.
  public struct ClientService: Service {
    private let client: Client
    private let grace: Duration

    /// Creates the service of a client and all its copies.
    ///
    /// Create it before the first call: a shutdown does not wait for calls that began earlier.
    ///
    /// - Parameters:
    ///   - client: the client.
    ///   - grace: how long calls under way may take to end, by the client's clock. If the group has a
    ///     `maximumGracefulShutdownDuration`, make that duration longer than the grace. Default 30 s.
    public init(_ client: Client, grace: Duration = .seconds(30)) {
      client.prepareForShutdown()
      self.client = client
      self.grace = grace
    }

    /// Waits for the graceful shutdown, and then until the calls have ended.
    public func run() async {
      // Cancellation is not an error here: in a cancelled task, the grace of the shutdown ends at once.
      try? await gracefulShutdown()
      await client.shutdown(grace: grace)
    }
  }
#endif
