extension JSONPatch {
  /// The maximum nesting of arrays and objects in a document that a patch makes: 512, as for parsing.
  package static let maximumDepth = 512

  /// The maximum number of values that the `copy` operations of one patch may make together: 1,000,000. 64 bytes of text count
  /// as one more value. Each copy of a document into itself doubles the document, so without a limit a short patch could fill
  /// the memory.
  package static let maximumCopied = 1_000_000

  /// How many values the operations of one patch may move together: 50,000,000. Inserting or removing an element moves the
  /// elements after it, and removing a member moves the members after it. If a value moves to a deeper place, all values inside
  /// it count, too. Without a limit, the cost of a patch could grow with the square of its length.
  package static let maximumMoved = 50_000_000

  /// Applies all changes and returns the new document. The cost depends on the size of the patch, and on the number of values
  /// that move. No container is copied for an operation.
  ///
  /// - Throws: ``Failure`` if one of the changes is not possible, if the result would be nested deeper than 512 levels, or if
  ///   the changes would copy more than 1,000,000 values or move more than 50,000,000.
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
  private var moved = 0

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
      if path.tokens.count > from.tokens.count { try countMoved(try checkDepth(of: value(at: from), at: path), at: path) }
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
    var moved = 0
    do throws(Failure.Reason) {
      try Self.descend(into: &document, path.tokens[...]) { place throws(Failure.Reason) in
        try change(&place)
        moved = place.moved
      }
    } catch {
      throw fault(error, path)
    }
    try countMoved(moved, at: path)
  }

  /// Moves each container on the path out of its parent, so that the container is changed in place and not copied.
  private static func descend(
    into container: inout JSONValue, _ tokens: ArraySlice<String>, _ change: (inout Place) throws(Failure.Reason) -> Void
  ) throws(Failure.Reason) {
    guard let token = tokens.first, tokens.count > 1 else {
      var place = Place(container: container.taken(), token: tokens.first)
      defer { container = place.container.taken() }
      return try change(&place)
    }
    if var object = container.takenObject() {
      defer { container = .object(object) }
      guard let position = object.position(of: token) else { throw .noContainer }
      var child = object.take(at: position)
      defer { object.set(child, at: position) }
      try descend(into: &child, tokens.dropFirst(), change)
    } else if var elements = container.takenElements() {
      defer { container = .array(elements) }
      guard let index = JSONPointer.index(token) else { throw .notAnIndex }
      guard elements.indices.contains(index) else { throw .outOfRange }
      var child = elements[index].taken()
      defer { elements[index] = child }
      try descend(into: &child, tokens.dropFirst(), change)
    } else {
      throw .noContainer
    }
  }

  /// Returns how many values there are.
  @discardableResult private func checkDepth(of value: JSONValue, at path: JSONPointer) throws(Failure) -> Int {
    guard let count = value.count(maximum: .max, depth: JSONPatch.maximumDepth - path.tokens.count) else {
      throw fault(.tooLarge, path)
    }
    return count
  }

  private mutating func countMoved(_ count: Int, at path: JSONPointer) throws(Failure) {
    moved += count
    guard moved <= JSONPatch.maximumMoved else { throw fault(.movesTooMuch, path) }
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
  /// How many values after this place have moved.
  private(set) var moved = 0

  init(container: consuming JSONValue, token: String?) {
    self.container = container
    self.token = token
  }

  mutating func add(_ value: JSONValue) throws(Reason) {
    guard let token else { return container = value }
    if var object = container.takenObject() {
      defer { container = .object(object) }
      object[token] = value
    } else if var elements = container.takenElements() {
      defer { container = .array(elements) }
      let index = token == "-" ? elements.count : try Self.index(token)
      guard index <= elements.count else { throw .outOfRange }
      moved = elements.count - index
      elements.insert(value, at: index)
    } else {
      throw .noContainer
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
    if var object = container.takenObject() {
      defer { container = .object(object) }
      guard let position = object.position(of: token) else { throw .nothingThere }
      let old = object.take(at: position)
      if value == nil { moved = object.count - position - 1 }
      object[token] = value
      return old
    }
    if var elements = container.takenElements() {
      defer { container = .array(elements) }
      let index = try Self.index(token)
      guard elements.indices.contains(index) else { throw .outOfRange }
      let old = elements[index].taken()
      if let value {
        elements[index] = value
      } else {
        moved = elements.count - index - 1
        elements.remove(at: index)
      }
      return old
    }
    throw .noContainer
  }

  private static func index(_ token: String) throws(Reason) -> Int {
    guard let index = JSONPointer.index(token) else { throw .notAnIndex }
    return index
  }
}

extension JSONValue {
  /// Moves the value out, so that changing it does not copy it, and leaves null.
  fileprivate mutating func taken() -> JSONValue {
    var value = JSONValue.null
    swap(&value, &self)
    return value
  }

  // These are separate functions, because within a `switch` over the value, the value would stay alive, and each change would
  // copy it.

  /// Moves the members of an object out and leaves null. Returns nil, and changes nothing, for any other value.
  fileprivate mutating func takenObject() -> Object? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  /// Moves the elements of an array out and leaves null. Returns nil, and changes nothing, for any other value.
  fileprivate mutating func takenElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }
}
