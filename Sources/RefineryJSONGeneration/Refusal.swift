/// Why a model's way to read itself cannot be written, in one line that says where and what to do.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public let file: String
  /// The line in it, from 1.
  public let line: Int
  /// The model, or the member of one; empty for a file as a whole.
  public let subject: String
  /// What stands in the way, and what to do about it.
  public let reason: String

  /// `Person.swift:12: Person.name: ...`
  public var description: String {
    (subject.isEmpty ? ["\(file):\(line)", reason] : ["\(file):\(line)", subject, reason]).joined(separator: ": ")
  }
}
