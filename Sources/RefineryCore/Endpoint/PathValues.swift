/// The values for the variables of a ``URITemplate``, by name. One value costs no allocation.
public struct PathValues: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private struct Entry: Sendable, Hashable {
    let name: String
    var value: PathValue
  }

  // Most calls have one value or none, so the first has a place of its own.
  private var first: Entry?
  private var rest: [Entry] = []

  /// No values.
  public init() {}

  /// One value.
  public init(_ name: String, _ value: PathValue) {
    first = Entry(name: name, value: value)
  }

  /// Values as written; of two under one name the later holds.
  public init(dictionaryLiteral values: (String, PathValue)...) {
    for (name, value) in values { self[name] = value }
  }

  /// Whether there are none.
  public var isEmpty: Bool { first == nil }

  /// The names, in the order in which they came.
  public var names: [String] { (first.map { [$0.name] } ?? []) + rest.map(\.name) }

  /// The value under a name; ``PathValue/undefined`` where there is none.
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

  /// These values, and those of `later`, which hold where both speak.
  public func merging(_ later: PathValues) -> PathValues {
    guard !isEmpty else { return later }
    var merged = self
    for name in later.names { merged[name] = later[name] }
    return merged
  }

  /// A guess at the bytes that the values will take in a URL.
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
