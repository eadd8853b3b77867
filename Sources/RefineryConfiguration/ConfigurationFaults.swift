#if Configuration
  public import RefineryCore

  /// The error for a configuration that cannot be used. It lists every fault.
  public struct ConfigurationFaults: SafelyDescribed, Equatable {
    /// A sentence for each fault. It begins with the key, relative to the scope of the reader.
    public let faults: [String]

    /// Creates an error with the faults of a configuration.
    public init(faults: [String]) { self.faults = faults }

    /// One line, safe to log.
    public var description: String { "configuration refused: \(faults.joined(separator: "; "))" }
  }
#endif
