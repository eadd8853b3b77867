package import Configuration
import RefineryConfiguration

/// The settings of the app's own server.
package struct ServerSettings: Sendable {
  /// The port of the server.
  package let port: Int

  /// Reads the settings.
  ///
  /// - Throws: `ConfigurationFaults` if the port is missing or cannot be used.
  package init(config: ConfigReader) throws {
    guard let port = config.int(forKey: "port"), (1...65535).contains(port) else {
      throw ConfigurationFaults(faults: ["port: must be a number from 1 to 65535"])
    }
    self.port = port
  }
}
