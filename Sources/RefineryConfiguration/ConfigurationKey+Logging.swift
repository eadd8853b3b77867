#if Configuration
  import RefineryCore
  import RefineryLogging

  extension ConfigurationKey {
    private static let standardPolicy = LoggingPolicy()

    static let logging = [
      ConfigurationKey("logging.level", .text, standard: standardPolicy.level.rawValue, example: "info"),
      ConfigurationKey("logging.detailLevel", .text, standard: standardPolicy.detailLevel.rawValue, example: "debug"),
      ConfigurationKey("logging.headers", .flag, standard: "\(standardPolicy.headers)", example: "false"),
      ConfigurationKey("logging.bodies", .flag, standard: "\(standardPolicy.bodies)", example: "true"),
      ConfigurationKey("logging.bodyCap", .integer, standard: "\(standardPolicy.bodyCap)", example: "1024"),
      ConfigurationKey("logging.sampleRate", .number, standard: text(standardPolicy.sampleRate), example: "0.1"),
      ConfigurationKey(
        "logging.slowMilliseconds", .integer, null: true,
        standard: standardPolicy.slow.map { text($0 / .milliseconds(1)) } ?? "null", example: "250"),
      ConfigurationKey("logging.linesPerCause", .integer, standard: "\(standardPolicy.linesPerCause)", example: "3"),
      ConfigurationKey(
        "logging.summarySeconds", .integer, standard: text(standardPolicy.summaryPeriod / .seconds(1)), example: "300"),
      ConfigurationKey("logging.allowedHeaders", .texts, standard: "the standard list", example: "Accept,ETag"),
      ConfigurationKey("logging.allowedQuery", .texts, standard: "empty", example: "page,limit"),
      ConfigurationKey("logging.secretMembers", .texts, standard: "the standard list; these are added", example: "badge,iban"),
      ConfigurationKey("logging.rows.<row>.level", .text, standard: "`logging.level`", example: "info"),
      ConfigurationKey("logging.rows.<row>.detailLevel", .text, standard: "`logging.detailLevel`", example: "debug"),
      ConfigurationKey("logging.rows.<row>.bodies", .flag, standard: "`logging.bodies`", example: "true"),
    ]

    /// Returns the number as text; a whole number has no decimal point.
    static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
  }
#endif
