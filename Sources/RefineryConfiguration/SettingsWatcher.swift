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
  /// A changed snapshot is taken or refused as a whole: if it has a fault, nothing changes. A snapshot that changes a setting
  /// which is read only at the start of the app is refused, too. For each change, the watcher writes one line to the log, at
  /// notice if the change is taken and at warning if it is refused, and increases one of the `counts`. A snapshot that changes
  /// nothing is ignored.
  public final class SettingsWatcher: Sendable, Redacted {
    /// Whether a changed snapshot was taken or refused.
    public enum Outcome: Sendable, Equatable {
      /// The snapshot applies from the next call on.
      case taken
      /// The snapshot has faults, and the previous settings stay in force.
      case refused(ConfigurationFaults)
    }

    /// How many changed snapshots were taken and refused.
    public struct Counts: Sendable, Equatable {
      /// The snapshots that are or were in force. The one at the start does not count.
      public var taken = 0
      /// The snapshots with faults.
      public var refused = 0

      /// Creates counts of zero.
      public init() {}
    }

    private struct State {
      /// The values of the last snapshot, whether it was taken or refused.
      var last: ConfigurationValues
      /// The values of the last snapshot that was taken.
      var inForce: ConfigurationValues
      var counts = Counts()
    }

    private let config: ConfigReader
    private let settings: ClientSettings
    private let logger: Logger?
    private let onChange: @Sendable (Outcome) -> Void
    private let state: Mutex<State>

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - config: the reader from which the settings were read.
    ///   - settings: the settings of the client.
    ///   - logger: writes one line for each change; nil for none.
    ///   - onChange: called after each change, for a metric. Must return quickly.
    public init(
      config: ConfigReader, settings: ClientSettings, logger: Logger?,
      onChange: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
      self.config = config
      self.settings = settings
      self.logger = logger
      self.onChange = onChange
      state = Mutex(State(last: settings.values, inForce: settings.values))
    }

    /// How many changed snapshots were taken and refused so far.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Applies each change that a provider, such as swift-configuration's `ReloadingFileProvider`, reports. Returns when the
    /// task is cancelled.
    ///
    /// - Throws: an error of a provider.
    public func run() async throws {
      try await config.watchSnapshot { snapshots in
        // Reads the newest snapshot instead of the reported one, so that an older one never replaces a newer one.
        for await _ in snapshots { reload() }
      }
    }

    /// Reads the configuration now and applies it if it has changed.
    ///
    /// - Returns: whether the change was taken or refused; nil if nothing has changed since the last snapshot, or if a refused
    ///   change was reverted.
    @discardableResult
    public func reload() -> Outcome? {
      let change = state.withLock { state -> (outcome: Outcome, keys: [String])? in
        let values = ConfigurationValues(config.snapshot(), settings.table, settings.keys)
        guard values != state.last else { return nil }
        state.last = values
        guard values != state.inForce else { return nil }
        let keys = values.changedKeys(since: state.inForce)
        let outcome = apply(values)
        if outcome == .taken {
          state.counts.taken += 1
          state.inForce = values
        } else {
          state.counts.refused += 1
        }
        return (outcome, keys)
      }
      guard let change else { return nil }
      switch change.outcome {
      case .taken:
        logger?.notice("changed configuration applied", metadata: ["config.keys": "\(change.keys.joined(separator: ", "))"])
      case .refused(let faults):
        logger?.warning("changed configuration refused", metadata: ["error.message": "\(faults)"])
      }
      onChange(change.outcome)
      return change.outcome
    }

    /// Applies the values if none of them has a fault.
    private func apply(_ values: ConfigurationValues) -> Outcome {
      let draft = SettingsDraft(values, settings.table, settings.keys)
      let fixed = values.changedKeys(since: settings.values).filter { !ConfigurationKey.isLive($0) }
      let faults =
        draft.faults
        + fixed.map { "\(Redaction.escaped($0)): is read only at the start: restart the app to change it" }
      guard faults.isEmpty else { return .refused(ConfigurationFaults(faults: faults)) }
      do throws(LoggingPolicyFaults) {
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
