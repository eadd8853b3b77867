#if Configuration
  public import RefineryCore

  /// A configuration that cannot be used. Every fault is listed.
  public struct ConfigurationFaults: SafelyDescribed, Equatable {
    /// A sentence for each fault. It begins with the key, relative to the scope of the reader.
    public let faults: [String]

    /// The faults of a configuration.
    public init(faults: [String]) { self.faults = faults }

    /// One line, safe to log.
    public var description: String { "configuration refused: \(faults.joined(separator: "; "))" }
  }
#endif
