public import FoundationEssentials

extension DateStrategy {
  /// Text in the format of a style, such as a date without a time, or the verbatim format of one server.
  ///
  /// ```swift
  /// JSONCoder(dates: .format(.iso8601.year().month().day()))     // 2026-01-02
  /// ```
  /// A value that is not text in this format ends the call at stage mapping.
  public static func format<Style: ParseableFormatStyle & Sendable>(_ style: Style) -> DateStrategy
  where Style.FormatInput == Date, Style.FormatOutput == String, Style.Strategy.ParseInput == String {
    .custom(
      encode: { .string(style.format($0)) },
      decode: { json in
        guard let text = json.string else {
          throw DecodingError.typeMismatch(String.self, .init(codingPath: [], debugDescription: "a date is written as text"))
        }
        let date = try style.parseStrategy.parse(text)
        // The parser of ISO 8601 ignores what follows its format.
        let read = style.format(date)
        if text != read, text.hasPrefix(read) {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "there is text after the date"))
        }
        return date
      })
  }
}
