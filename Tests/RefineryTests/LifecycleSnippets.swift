#if ServiceLifecycle && Configuration
  import Configuration
  import Logging
  import Refinery
  import RefineryConfiguration
  import RefineryLifecycle
  import RefineryStore
  import ServiceLifecycle
  import UnixSignals

  // The Swift blocks of RefineryLifecycle.md. DocumentationTests compares them, imports included.

  func run(
    _ server: any Service, _ api: Client, _ tokens: CredentialStore, _ notes: SyncedRepository<JSONValue>,
    _ file: ReloadingFileProvider<JSONSnapshot>, _ watcher: SettingsWatcher, _ logger: Logger
  ) async throws {
    let group = ServiceGroup(
      services: [
        file, SettingsService(watcher),
        CredentialService(tokens) { logger.warning("no fresh credential: \(ErrorSummary.text(of: $0))") },
        ClientService(api, grace: .seconds(20)),
        SynchronizationService(notes, every: .seconds(60)),
        server,
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await group.run()
  }
#endif
