/// How the items of a stream follow each other.
public enum JSONItemFormat: Sendable, Hashable {
  /// As the elements of one array: the document itself, or the value that the names of members lead to. Members before and
  /// after it are passed over without being kept; of a repeated one the first counts.
  case array(at: [String] = [])
  /// A JSON text a line (NDJSON, JSON Lines). Blank lines are passed over; the last line needs no end.
  case lines
  /// A JSON text after each record separator (RFC 7464).
  case sequence
}
