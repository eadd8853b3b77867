/// The values for the variables of a ``URITemplate``, by name. A single value does not allocate.
public struct PathValues: Sendable, Hashable, ExpressibleByDictionaryLiteral, Redacted {
  private struct Entry: Sendable, Hashable {
    let name: String
    var value: PathValue
  }

  // Most calls have one value or none, so the first is stored inline.
  private var first: Entry?
  private var rest: [Entry] = []

  /// No values.
  public init() {}

  /// One value.
  public init(_ name: String, _ value: PathValue) {
    first = Entry(name: name, value: value)
  }

  /// Creates values. If two have the same name, the later one wins.
  public init(dictionaryLiteral values: (String, PathValue)...) {
    for (name, value) in values { self[name] = value }
  }

  /// Whether there are no values.
  package var isEmpty: Bool { first == nil }

  /// The names, in the order in which they were added.
  package var names: [String] { (first.map { [$0.name] } ?? []) + rest.map(\.name) }

  /// The value with a name; ``PathValue/undefined`` if there is none.
  public subscript(name: String) -> PathValue {
    get {
      guard let first else { return .undefined }
      if first.name == name { return first.value }
      for entry in rest where entry.name == name { return entry.value }
      return .undefined
    }
    set {
      if first == nil || first?.name == name {
        first = Entry(name: name, value: newValue)
      } else if let index = rest.firstIndex(where: { $0.name == name }) {
        rest[index].value = newValue
      } else {
        rest.append(Entry(name: name, value: newValue))
      }
    }
  }

  /// Returns these values with those of `later`; for the same name, `later` wins.
  package func merging(_ later: PathValues) -> PathValues {
    guard !isEmpty else { return later }
    var merged = self
    for name in later.names { merged[name] = later[name] }
    return merged
  }

  /// An estimate of the bytes that the values take in a URL.
  var expectedLength: Int {
    guard let first else { return 0 }
    return rest.reduce(first.value.expectedLength) { $0 + $1.name.utf8.count + 1 + $1.value.expectedLength }
  }
}

extension PathValue {
  fileprivate var expectedLength: Int {
    if case .text(let text) = self { text.utf8.count } else { 0 }
  }
}
