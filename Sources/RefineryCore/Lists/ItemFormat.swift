/// The format of a streamed list: see ``Client/stream(_:as:skipped:)``.
public enum ItemFormat: Sendable, Hashable {
  /// The elements of one JSON array, which may be within an envelope.
  case list
  /// One JSON text per line: NDJSON, JSON Lines. Blank lines are skipped.
  case lines
  /// A JSON text after each record separator (RFC 7464).
  case sequence

  /// The format of a response by its media type; a list by default.
  init(contentType: String?) {
    let type = (contentType?.prefix { $0 != ";" && $0 != " " } ?? "").lowercased()
    switch type {
    case "application/json-seq": self = .sequence
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines",
      "application/x-jsonlines", "application/json-lines", "text/x-ndjson", "text/x-jsonl":
      self = .lines
    default: self = type.hasSuffix("+json-seq") ? .sequence : .list
    }
  }

  /// The value of `Accept` for a format. Without a format: a list, and the other formats with a lower weight.
  static func accept(_ format: ItemFormat?, of coder: any Coder) -> String {
    switch format {
    case .list: coder.accept
    case .lines: "application/x-ndjson, application/jsonl"
    case .sequence: "application/json-seq"
    case nil: "\(coder.accept), application/x-ndjson;q=0.9, application/jsonl;q=0.9, application/json-seq;q=0.9"
    }
  }
}
