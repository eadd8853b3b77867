/// The reason why a model's conformance cannot be generated: one line with the place and what to do.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let file: String
  /// The line in it, from 1.
  public let line: Int
  /// The model, or the member of one; empty for a file as a whole.
  public let subject: String
  /// The reason, and what to do about it.
  public let reason: String

  /// `Person.swift:12: Person.name: ...`
  public var description: String {
    (subject.isEmpty ? ["\(file):\(line)", reason] : ["\(file):\(line)", subject, reason]).joined(separator: ": ")
  }
}
