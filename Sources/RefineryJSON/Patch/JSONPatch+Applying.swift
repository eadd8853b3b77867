extension JSONPatch {
  /// The maximum nesting of arrays and objects in a document that a patch makes: 512, as for parsing.
  public static let maximumDepth = 512

  /// The maximum number of values that the `copy` operations of one patch may make together: 1,000,000. Each copy of a document
  /// into itself doubles the document, so without a limit a short patch could fill the memory.
  public static let maximumCopied = 1_000_000

  /// Applies all changes and returns the new document. The cost depends on the size of the values that are added or moved, and
  /// on the length of the arrays in which elements move.
  ///
  /// - Throws: ``Failure`` if one of the changes is not possible.
  public func apply(to document: JSONValue) throws(Failure) -> JSONValue {
    var run = Run(document: document)
    for (index, operation) in operations.enumerated() {
      run.index = index
      run.operation = operation
      try run.step()
    }
    return run.document
  }
}

/// One application of a patch.
private struct Run {
  typealias Failure = JSONPatch.Failure

  var document: JSONValue
  var index = 0
  var operation = JSONPatch.Operation.remove(.root)
  private var copied = 0

  init(document: JSONValue) { self.document = document }

  mutating func step() throws(Failure) {
    switch operation {
    case .add(let path, let value):
      try add(value, at: path)
    case .remove(let path):
      _ = try remove(at: path)
    case .replace(let path, let value):
      try checkDepth(of: value, at: path)
      try edit(path) { place throws(Failure.Reason) in try place.replace(by: value) }
    case .move(let from, let path):
      guard !from.contains(path) else { throw fault(.movesIntoItself, path) }
      guard from != path else {
        _ = try value(at: from)
        return
      }
      // The depth can only grow if the target is deeper than the source.
      if path.tokens.count > from.tokens.count { try checkDepth(of: value(at: from), at: path) }
      try insert(remove(at: from), at: path)
    case .copy(let from, let path):
      let value = try value(at: from)
      let room = JSONPatch.maximumCopied - copied
      guard let count = value.count(maximum: room) else { throw fault(.tooLarge, path) }
      copied += count
      try add(value, at: path)
    case .test(let path, let wanted):
      guard try value(at: path).isIdentical(to: wanted) else { throw fault(.testFailed, path) }
    }
  }

  private func value(at pointer: JSONPointer) throws(Failure) -> JSONValue {
    guard let value = pointer.value(in: document) else { throw fault(.nothingThere, pointer) }
    return value
  }

  private mutating func add(_ value: JSONValue, at path: JSONPointer) throws(Failure) {
    try checkDepth(of: value, at: path)
    try insert(value, at: path)
  }

  private mutating func insert(_ value: JSONValue, at path: JSONPointer) throws(Failure) {
    try edit(path) { place throws(Failure.Reason) in try place.add(value) }
  }

  private mutating func remove(at path: JSONPointer) throws(Failure) -> JSONValue {
    var removed = JSONValue.null
    try edit(path) { place throws(Failure.Reason) in removed = try place.remove() }
    return removed
  }

  private mutating func edit(_ path: JSONPointer, _ change: (inout Place) throws(Failure.Reason) -> Void) throws(Failure) {
    guard path.tokens.count <= JSONPatch.maximumDepth else { throw fault(.tooLarge, path) }
    do throws(Failure.Reason) {
      guard !path.tokens.isEmpty else {
        var place = Place(container: document, token: nil)
        try change(&place)
        return document = place.container
      }
      try Self.descend(into: &document, path.tokens[...], change)
    } catch {
      throw fault(error, path)
    }
  }

  /// Takes each container on the path out of its parent, so that the container is changed in place and not copied.
  private static func descend(
    into container: inout JSONValue, _ tokens: ArraySlice<String>, _ change: (inout Place) throws(Failure.Reason) -> Void
  ) throws(Failure.Reason) {
    guard let token = tokens.first else { return }
    guard tokens.count > 1 else {
      var place = Place(container: container, token: token)
      container = .null
      defer { container = place.container }
      return try change(&place)
    }
    switch container {
    case .object(var object):
      guard var child = object[token] else { throw .noContainer }
      container = .null
      object[token] = .null
      defer {
        object[token] = child
        container = .object(object)
      }
      try descend(into: &child, tokens.dropFirst(), change)
    case .array(var elements):
      guard let index = JSONPointer.index(token) else { throw .notAnIndex }
      guard elements.indices.contains(index) else { throw .outOfRange }
      container = .null
      var child = JSONValue.null
      swap(&child, &elements[index])
      defer {
        elements[index] = child
        container = .array(elements)
      }
      try descend(into: &child, tokens.dropFirst(), change)
    default: throw .noContainer
    }
  }

  private func checkDepth(of value: JSONValue, at path: JSONPointer) throws(Failure) {
    guard value.count(maximum: .max, depth: JSONPatch.maximumDepth - path.tokens.count) != nil else {
      throw fault(.tooLarge, path)
    }
  }

  private func fault(_ reason: Failure.Reason, _ pointer: JSONPointer) -> Failure {
    Failure(index: index, operation: operation.name, pointer: pointer, reason: reason)
  }
}

/// A member, an element, or the document itself, relative to its container.
private struct Place {
  typealias Reason = JSONPatch.Failure.Reason

  var container: JSONValue
  /// Nil for the document itself.
  let token: String?

  mutating func add(_ value: JSONValue) throws(Reason) {
    guard let token else { return container = value }
    switch container {
    case .object(var object):
      container = .null
      object[token] = value
      container = .object(object)
    case .array(var elements):
      let index = token == "-" ? elements.count : try Self.index(token)
      guard index <= elements.count else { throw .outOfRange }
      container = .null
      elements.insert(value, at: index)
      container = .array(elements)
    default: throw .noContainer
    }
  }

  mutating func replace(by value: JSONValue) throws(Reason) {
    guard token != nil else { return container = value }
    try exchange(for: value)
  }

  mutating func remove() throws(Reason) -> JSONValue {
    guard token != nil else { throw .removesRoot }
    return try exchange(for: nil)
  }

  @discardableResult private mutating func exchange(for value: JSONValue?) throws(Reason) -> JSONValue {
    guard let token else { throw .nothingThere }
    switch container {
    case .object(var object):
      guard let old = object[token] else { throw .nothingThere }
      container = .null
      object[token] = value
      container = .object(object)
      return old
    case .array(var elements):
      let index = try Self.index(token)
      guard elements.indices.contains(index) else { throw .outOfRange }
      container = .null
      let old = elements[index]
      if let value { elements[index] = value } else { elements.remove(at: index) }
      container = .array(elements)
      return old
    default: throw .noContainer
    }
  }

  private static func index(_ token: String) throws(Reason) -> Int {
    guard let index = JSONPointer.index(token) else { throw .notAnIndex }
    return index
  }
}
