/// How far the transfer of a file has come.
///
/// The client passes it to your closure: `{ print($0) }`. The calls of the closure do not overlap. ``completed`` counts for the
/// whole file. It becomes smaller if the transfer starts again.
public struct FileProgress: Sendable, Hashable {
  /// The number of transferred bytes of the file, including those of earlier connections and ``resumed``.
  public var completed: Int
  /// The size of the file in bytes; nil while it is not known.
  public var total: Int?
  /// How many of these bytes came from an earlier transfer that this one continues; 0 if it continues none.
  public var resumed: Int

  /// A state.
  package init(completed: Int, total: Int? = nil, resumed: Int = 0) {
    self.completed = completed
    self.total = total
    self.resumed = resumed
  }

  /// The part that is transferred, from 0 to 1; nil if the size is not known. An empty file has 1.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
  }
}

extension FileProgress: CustomStringConvertible {
  /// `512 of 2048 bytes`, or `512 bytes`.
  public var description: String { total.map { "\(completed) of \($0) bytes" } ?? "\(completed) bytes" }
}
