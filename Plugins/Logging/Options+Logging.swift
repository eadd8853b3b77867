public import Logging
public import RefineryCore

extension Options {
  /// The logger of a call, which contains metadata of that call, such as the id of an incoming request. Default nil: the
  /// middleware's own logger.
  ///
  /// ```swift
  /// try await api.send(Person.read(5).options { $0.logger = requestLogger })
  /// ```
  /// Two loggers count as equal if label, level and metadata are equal.
  public var logger: Logger? {
    get { self[LoggerKey.self]?.logger }
    set { self[LoggerKey.self] = newValue.map(LoggerKey.init) }
  }

  /// The level of the request and response lines of a row or a call. Default nil: the policy decides.
  ///
  /// If the policy names the row and sets a level for it, that level takes precedence, because an operator set it at run time.
  public var logLevel: LogLineLevel? {
    get { self[LogLevelKey.self] }
    set { self[LogLevelKey.self] = newValue }
  }

  /// Whether the bodies of a row or a call may be logged. Default nil: the policy decides. False takes precedence over every
  /// policy.
  public var logBodies: Bool? {
    get { self[LogBodiesKey.self] }
    set { self[LogBodiesKey.self] = newValue }
  }
}

/// The logger of a call, as the key of its option and as its value.
package struct LoggerKey: OptionKey, Equatable, Redacted {
  package static let name = "logger"
  package static let defaultValue: LoggerKey? = nil
  package let logger: Logger

  package init(logger: Logger) { self.logger = logger }

  /// The logger's label.
  package var description: String { Redaction.escaped(logger.label) }

  /// Whether both write the same: label, level and metadata are equal.
  package static func == (left: LoggerKey, right: LoggerKey) -> Bool {
    left.logger.label == right.logger.label && left.logger.logLevel == right.logger.logLevel
      && left.logger.handler.metadata == right.logger.handler.metadata
  }
}

package enum LogLevelKey: OverridableOption {
  package static let name = "logLevel"
  package static let defaultValue: LogLineLevel? = nil

  /// Reads the name of a level, or null for the level of the policy.
  package static func value(from json: JSONValue) throws(MappingError) -> LogLineLevel? {
    if json.isNull { return nil }
    guard let level = LogLineLevel(json) else { throw MappingError(.invalid, expected: LogLineLevel.names) }
    return level
  }
}

package enum LogBodiesKey: OptionKey {
  package static let name = "logBodies"
  package static let defaultValue: Bool? = nil
}
