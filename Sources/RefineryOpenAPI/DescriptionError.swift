/// Why a description, or a file of it, cannot be read at all.
package struct DescriptionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as for ``Finding/pointer``.
  package var file: String
  /// From 1; nil if the fault has no place in the file.
  package var line: Int?
  package var column: Int?
  /// What is wrong, without a full stop.
  package var reason: String

  package init(_ reason: String, in file: String, line: Int? = nil, column: Int? = nil) {
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
  }

  package var description: String {
    guard let line, let column else { return "\(file): \(reason)" }
    return "\(file):\(line):\(column): \(reason)"
  }
}
