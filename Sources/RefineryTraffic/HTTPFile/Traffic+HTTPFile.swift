public import FoundationEssentials
import RefineryCore

extension Traffic {
  /// Reads requests in the format of JetBrains' HTTP client and the REST Client of VS Code: names, comments, `###` between
  /// requests, `@name = value` for the variable `{{name}}`, URLs of several lines, and `< file` for a body from a file.
  ///
  /// Scripts and response handlers are not run; ``notes`` has a line for each.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - variables: the values of variables. They override those of the file.
  ///   - readFile: returns the content of a file that a request names. Without it, such a request is an error.
  /// - Throws: ``TrafficError`` with the line. A variable without a value is an error.
  public init(
    http text: String, variables: [String: String] = [:], readingFiles readFile: ((String) throws -> Data)? = nil
  ) throws(TrafficError) {
    var reader = HTTPFileReader(text, variables: variables, readFile: readFile)
    try reader.read()
    self.init(reader.exchanges)
    notes = reader.notes
  }
}
