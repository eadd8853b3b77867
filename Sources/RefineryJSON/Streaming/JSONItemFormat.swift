/// How the items of a stream follow each other.
public enum JSONItemFormat: Sendable, Hashable {
  /// The elements of one array: the document itself, or the value at a path of names. Members before and after the array are
  /// skipped without being kept. If a member is repeated, the first one counts.
  case array(at: [String] = [])
  /// One JSON text on each line (NDJSON, JSON Lines). Blank lines are skipped; the last line needs no line feed.
  case lines
  /// One JSON text after each record separator (RFC 7464).
  case sequence
}
