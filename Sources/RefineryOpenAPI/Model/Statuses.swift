extension Response.Statuses {
  /// As a description writes them: `200`, `4XX`, `default`.
  package var text: String {
    switch self {
    case .code(let code): "\(code)"
    case .range(let first): "\(first)XX"
    case .default: "default"
    }
  }

  /// Whether they are those of a success.
  package var isSuccess: Bool {
    switch self {
    case .code(let code): (200...299).contains(code)
    case .range(let first): first == 2
    case .default: false
    }
  }
}
