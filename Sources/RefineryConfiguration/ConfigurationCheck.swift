#if Configuration
  public import FoundationEssentials
  public import RefineryCore

  /// Finds misspelled keys of a client in the app's environment and files, and files that cannot be read.
  ///
  /// swift-configuration cannot list the keys of a provider, so a reader does not notice a key that nobody reads. Name the
  /// sources of your providers:
  ///
  /// ```swift
  /// let check = ConfigurationCheck(scope: "crm", files: ["/etc/app.json"], own: ["oauth"])
  /// let settings = try ClientSettings(config: config.scoped(to: "crm"), table: table, check: check)
  /// ```
  ///
  /// A finding at the start is a fault. A ``SettingsWatcher`` repeats the check while the app runs, and writes one warning for
  /// each new finding. The values in the sources are not kept, and no finding contains one.
  public struct ConfigurationCheck: Sendable, Redacted {
    let scope: String
    let files: [String]
    let variables: [String]
    let own: [String]

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - scope: the scope of the client, such as `crm`; empty for a client whose keys have no prefix. The variables of an
    ///     empty scope are not checked, because every variable of the environment would be in it.
    ///   - files: the paths of the files of your providers. Each must exist. The keys of a JSON file are checked. A file whose
    ///     name ends with `.yaml` or `.yml` is only checked for content.
    ///   - variables: the names of environment variables.
    ///   - own: the app's own keys in the scope, such as `oauth` for that key and for all keys below it.
    public init(
      scope: String, files: [String] = [], variables: some Sequence<String> = ProcessInfo.processInfo.environment.keys,
      own: [String] = []
    ) {
      self.scope = scope
      self.files = files
      self.variables = Array(variables)
      self.own = own
    }

    /// Reads the sources now. Returns one sentence for each finding; empty if all keys are known.
    func findings(table: EndpointTable, keys: [any OverridableOption.Type] = ClientSettings.standardKeys) -> [String] {
      let variables = ClientSettings.unknownVariables(variables, scope: scope, table: table, keys: keys, own: own)
      return variables + files.flatMap { path in findings(in: path, table, keys) }
    }

    private func findings(in path: String, _ table: EndpointTable, _ keys: [any OverridableOption.Type]) -> [String] {
      let name = Redaction.escaped(path)
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return ["\(name): the file cannot be read"] }
      if [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) {
        return data.isEmpty ? ["\(name): the file is empty"] : []
      }
      // Faults of a client name keys without the scope.
      let prefix = scope.isEmpty ? "" : "\(scope)."
      return ClientSettings.unknownKeys(json: data, scope: scope, table: table, keys: keys, own: own).map { fault in
        let key = fault.hasPrefix(prefix) ? fault.dropFirst(prefix.count) : fault[...]
        return "\(key.replacing("did you mean \(prefix)", with: "did you mean ")) (in \(name))"
      }
    }
  }
#endif
