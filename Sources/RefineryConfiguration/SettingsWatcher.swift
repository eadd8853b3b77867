#if Configuration
  public import Configuration
  public import Logging
  public import RefineryCore
  import RefineryLogging
  import Synchronization

  /// Applies changes of the configuration while the app runs: the overrides of rows and the logging policy.
  ///
  /// ```swift
  /// let watcher = SettingsWatcher(config: config.scoped(to: "crm"), settings: settings, logger: logger)
  /// try await watcher.run()  // until the task is cancelled
  /// ```
  ///
  /// If a changed snapshot has a fault, nothing changes. Otherwise its rows and its logging policy apply. A changed setting
  /// that is read only at the start of the app waits for a restart: ``pending`` has its key. For each change, the watcher
  /// increases one of the `counts`, and writes one line to the log: at notice if the change is taken, at warning if it is
  /// refused. Each time the keys that wait for a restart change, one more warning names them. A snapshot that changes nothing
  /// is ignored.
  ///
  /// If the settings have a ``ConfigurationCheck``, the watcher also writes one warning for each new misspelled key, and for a
  /// file that can no longer be read; such a file does not reach a reader, so the earlier values stay in force.
  public final class SettingsWatcher: Sendable, Redacted {
    /// Whether a changed snapshot was taken or refused.
    public enum Outcome: Sendable, Equatable {
      /// The snapshot applies from the next call on, except for the keys that ``SettingsWatcher/pending`` has.
      case taken
      /// The snapshot has faults, and the previous settings stay in force.
      case refused(ConfigurationFaults)
    }

    private struct State {
      /// The values of the last snapshot, whether it was taken or refused.
      var last: ConfigurationValues
      /// The values of the last snapshot that was taken.
      var inForce: ConfigurationValues
      var counts = (taken: 0, refused: 0)
      var pending: [String] = []
    }

    private struct Change {
      let outcome: Outcome
      /// The changed keys that apply now.
      let keys: [String]
      /// The keys that wait for a restart, if they have changed.
      let pending: [String]
    }

    private let config: ConfigReader
    private let settings: ClientSettings
    private let logger: Logger?
    private let onChange: @Sendable (Outcome) -> Void
    private let checkInterval: Duration
    private let clock: CallClock
    private let state: Mutex<State>
    /// The findings of the last check.
    private let findings = Mutex<Set<String>>([])

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - config: the reader from which the settings were read.
    ///   - settings: the settings of the client.
    ///   - logger: writes one line for each change; nil for none.
    ///   - checkInterval: the time between two checks for misspelled keys and unreadable files. Default: 15 seconds, as long
    ///     as the default interval of swift-configuration's `ReloadingFileProvider`.
    ///   - clock: measures that time.
    ///   - onChange: called after each change, for a metric. Must return quickly.
    public init(
      config: ConfigReader, settings: ClientSettings, logger: Logger?, checkInterval: Duration = .seconds(15),
      clock: CallClock = .continuous, onChange: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
      self.config = config
      self.settings = settings
      self.logger = logger
      self.checkInterval = max(checkInterval, .milliseconds(100))
      self.clock = clock
      self.onChange = onChange
      state = Mutex(State(last: settings.values, inForce: settings.values))
    }

    /// How many changed snapshots were taken and refused so far: those that are or were in force, without the snapshot at the
    /// start, and those with faults.
    public var counts: (taken: Int, refused: Int) { state.withLock { $0.counts } }

    /// The keys that were changed since the start and apply only after a restart, sorted by name.
    public var pending: [String] { state.withLock { $0.pending } }

    /// Applies each change that a provider, such as swift-configuration's `ReloadingFileProvider`, reports. Returns when the
    /// task is cancelled.
    ///
    /// - Throws: an error of a provider.
    public func run() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await self.config.watchSnapshot { snapshots in
            // Reads the newest snapshot instead of the reported one, so that an older one never replaces a newer one.
            for await _ in snapshots { self.reload() }
          }
        }
        if settings.check != nil {
          group.addTask {
            while !Task.isCancelled {
              // Only a cancellation ends the wait early.
              try? await self.clock.sleep(for: self.checkInterval)
              self.check()
            }
          }
        }
        try await group.next()
        group.cancelAll()
      }
    }

    /// Writes one warning for the findings that the last check did not have.
    private func check() {
      guard let check = settings.check else { return }
      // The sources are read under the lock, so that an older finding never replaces a newer one.
      let new = findings.withLock { known in
        let found = check.findings(table: settings.table, keys: settings.keys)
        defer { known = Set(found) }
        return found.filter { !known.contains($0) }
      }
      guard !new.isEmpty else { return }
      logger?.warning("configuration not used", metadata: ["error.message": "\(new.joined(separator: "; "))"])
    }

    /// Reads the configuration now, applies it if it has changed, and checks its sources.
    ///
    /// - Returns: whether the change was taken or refused; nil if nothing has changed since the last snapshot, or if a refused
    ///   change was reverted.
    @discardableResult
    public func reload() -> Outcome? {
      check()
      let change = state.withLock { state -> Change? in
        let values = ConfigurationValues(config.snapshot(), settings.table, settings.keys)
        guard values != state.last else { return nil }
        state.last = values
        guard values != state.inForce else { return nil }
        let changed = values.changedKeys(since: state.inForce)
        let outcome = apply(values)
        var pending: [String] = []
        if outcome == .taken {
          state.counts.taken += 1
          state.inForce = values
          pending = values.changedKeys(since: settings.values).filter { !ConfigurationKey.isLive($0) }
          if pending == state.pending { pending = [] } else { state.pending = pending }
        } else {
          state.counts.refused += 1
        }
        let waiting = Set(state.pending)
        return Change(outcome: outcome, keys: changed.filter { !waiting.contains($0) }, pending: pending)
      }
      guard let change else { return nil }
      switch change.outcome {
      case .taken:
        log(.notice, "changed configuration applied", change.keys)
        log(.warning, "changed configuration needs a restart", change.pending)
      case .refused(let faults):
        logger?.warning("changed configuration refused", metadata: ["error.message": "\(faults)"])
      }
      onChange(change.outcome)
      return change.outcome
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ keys: [String]) {
      guard !keys.isEmpty else { return }
      logger?.log(level: level, message, metadata: ["config.keys": "\(Redaction.escaped(keys.joined(separator: ", ")))"])
    }

    /// Applies the live settings of the values if none of them has a fault.
    private func apply(_ values: ConfigurationValues) -> Outcome {
      let draft = SettingsDraft(values, settings.table, settings.keys)
      guard draft.faults.isEmpty else { return .refused(ConfigurationFaults(faults: draft.faults)) }
      do throws(UnusableSettings) {
        // This fails only for a policy with problems, and a draft without faults has none. So the logging policy and the
        // overrides always change together.
        try settings.logging.replace(with: draft.logging)
      } catch {
        return .refused(ConfigurationFaults(faults: error.problems))
      }
      settings.overrides.replace(with: draft.overrides)
      return .taken
    }
  }
#endif
