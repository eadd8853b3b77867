#if Configuration
  public import Configuration

  /// One part of an app that reads its own scope of the configuration, such as a client.
  ///
  /// ```swift
  /// let crm = ConfigurationScope("crm") { try ClientSettings(config: $0, table: people) }
  /// let billing = ConfigurationScope("billing") { try ClientSettings(config: $0, table: invoices) }
  /// let (crmSettings, billingSettings) = try config.read(crm, billing)
  /// ```
  public struct ConfigurationScope<Value> {
    let name: String
    let read: (ConfigReader) throws -> Value

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - name: the scope, relative to the reader, such as `crm`.
    ///   - read: makes the value from the reader of the scope.
    public init(_ name: String, read: @escaping (ConfigReader) throws -> Value) {
      self.name = name
      self.read = read
    }

    /// Returns the value, or nil if the scope has faults, which are added to `faults`.
    fileprivate func value(from config: ConfigReader, _ faults: inout [String]) throws -> Value? {
      do {
        return try read(config.scoped(to: ConfigKey(name.split(separator: ".").map(String.init))))
      } catch let error as ConfigurationFaults {
        faults += error.faults.map { "\(name).\($0)" }
        return nil
      }
    }
  }

  extension ConfigReader {
    /// Reads several scopes, and reports the faults of all of them together.
    ///
    /// - Returns: the value of each scope.
    /// - Throws: ``ConfigurationFaults`` with every fault of every scope; each fault begins with its scope. Any other error of
    ///   a scope is thrown at once.
    public func read<each Value>(_ scopes: repeat ConfigurationScope<each Value>) throws -> (repeat each Value) {
      var faults: [String] = []
      let values = (repeat try (each scopes).value(from: self, &faults))
      guard faults.isEmpty else { throw ConfigurationFaults(faults: faults) }
      func sound<Sound>(_ value: Sound?) throws -> Sound {
        // A scope without a value has a fault.
        guard let value else { throw ConfigurationFaults(faults: faults) }
        return value
      }
      return (repeat try sound(each values))
    }
  }
#endif
