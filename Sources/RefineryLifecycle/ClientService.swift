#if ServiceLifecycle
  public import RefineryCore
  public import ServiceLifecycle

  /// A service that ends a client when its service group shuts down.
  public struct ClientService: Service {
    private let client: Client

    /// Creates the service of a client.
    public init(_ client: Client) { self.client = client }

    public func run() async throws {
      try? await gracefulShutdown()
    }
  }
#endif
