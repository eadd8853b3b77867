/// How the items of a streamed list follow each other: see ``Client/stream(_:as:skipped:)``.
public enum ItemFormat: Sendable, Hashable {
  /// As the elements of one JSON array, within its envelope if it has one.
  case list
  /// A JSON text a line: NDJSON, JSON Lines. Blank lines are passed over.
  case lines
  /// A JSON text after each record separator (RFC 7464).
  case sequence

  /// The format of an answer by its media type: a list, unless it says otherwise.
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

  /// What to ask for: a list where it is not said, and the others for servers that have nothing else.
  static func accept(_ format: ItemFormat?, of coder: any Coder) -> String {
    switch format {
    case .list: coder.accept
    case .lines: "application/x-ndjson, application/jsonl"
    case .sequence: "application/json-seq"
    case nil: "\(coder.accept), application/x-ndjson;q=0.9, application/jsonl;q=0.9, application/json-seq;q=0.9"
    }
  }
}

/// How many bytes an item of a streamed list may have: what bounds the memory of the reading. Default 16 MiB.
public enum ItemLimit: OptionKey {
  /// `itemLimit`.
  public static let name = "itemLimit"
  /// ``Body/defaultLimit``.
  public static let defaultValue = Body.defaultLimit

  /// A limit that lets nothing through.
  public static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its itemLimit lets no item through"] : []
  }
}
