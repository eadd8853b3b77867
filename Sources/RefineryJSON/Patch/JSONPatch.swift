/// A list of changes to a JSON document (RFC 6902). They are applied in order. If one of them fails, none is applied.
///
/// ```swift
/// let patch = JSONPatch.make(from: old, to: new)      // [{"op":"replace","path":"/name","value":"Bo"}]
/// let same = try patch.apply(to: old)                 // == new
/// ```
///
/// Names of members are compared as in ``JSONValue/Object``: `é` written as one scalar and as two is the same name, although
/// RFC 6901 compares code points. Text in values is compared by code points, as in RFC 6902 section 4.6.
///
/// Unlike ``MergePatch``, it can change single elements of arrays, and it distinguishes `null` from a missing member.
public struct JSONPatch: Sendable, Hashable {
  /// `application/json-patch+json`.
  public static let mediaType = "application/json-patch+json"

  /// The changes, in order.
  public var operations: [Operation]

  /// A patch of these changes.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// Whether there are no changes.
  public var isEmpty: Bool { operations.isEmpty }

  /// One change (RFC 6902 section 4).
  public enum Operation: Sendable, Hashable {
    /// Sets a member, or inserts an element before the index; `-` or the array's length appends it.
    case add(JSONPointer, JSONValue)
    /// Removes an existing value.
    case remove(JSONPointer)
    /// Replaces an existing value.
    case replace(JSONPointer, JSONValue)
    /// Moves an existing value to another place, which must not be inside it.
    case move(from: JSONPointer, to: JSONPointer)
    /// Copies an existing value to another place.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Fails unless the value is equal to this one: numbers by value, text by its exact characters, objects in any order.
    case test(JSONPointer, JSONValue)

    /// The members of the operation as JSON.
    var parts: (name: String, from: JSONPointer?, path: JSONPointer, value: JSONValue?) {
      switch self {
      case .add(let path, let value): ("add", nil, path, value)
      case .remove(let path): ("remove", nil, path, JSONValue?.none)
      case .replace(let path, let value): ("replace", nil, path, value)
      case .move(let from, let path): ("move", from, path, JSONValue?.none)
      case .copy(let from, let path): ("copy", from, path, JSONValue?.none)
      case .test(let path, let value): ("test", nil, path, value)
      }
    }

    package var name: String { parts.name }

    /// The place of the change: the member `path`.
    package var path: JSONPointer { parts.path }
  }

  /// An operation that a document does not permit. Nothing of its patch was applied.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: String, Error {
      /// The value to remove, replace, move, copy or test does not exist.
      case nothingThere = "there is nothing at this place"
      /// The value that should contain the place does not exist, or is neither an object nor an array.
      case noContainer = "the container of this place does not exist, or is neither an object nor an array"
      /// The place is in an array, but its index is not a number, has a leading zero, or is `-` where an element must exist.
      case notAnIndex = "this is not an index of an array"
      /// The index is beyond the end of its array.
      case outOfRange = "this index is beyond the end of its array"
      /// The whole document cannot be removed.
      case removesRoot = "the root cannot be removed"
      /// A value cannot be moved into itself.
      case movesIntoItself = "a value cannot be moved into itself"
      /// The value is not equal to the one in the `test`.
      case testFailed = "the value is not equal to the one in the test"
      /// The result would be nested deeper than `maximumDepth`, or its copies would exceed `maximumCopied`.
      case tooLarge = "the document would become too deep or too large"
      /// The operations would move more values than `maximumMoved`.
      case movesTooMuch = "the operations of the patch move too many values"
    }

    /// The index of the operation, from 0.
    public let index: Int
    /// The operation's name.
    public let operation: String
    /// The faulty place: the operation's `path`, or its `from`.
    public let pointer: JSONPointer
    /// What is wrong.
    package let reason: Reason

    /// One line, safe to log. It shows names of members but no values.
    public var description: String {
      "operation \(index) of the JSON patch, \(operation) at \(pointer.safeText): \(reason.rawValue)"
    }
  }
}

extension JSONPatch {
  /// Returns the same patch for a larger document that contains the original document at this path of member names.
  package func prefixed(by prefix: [String]) -> JSONPatch {
    guard !prefix.isEmpty else { return self }
    return JSONPatch(
      operations.map { operation in
        switch operation {
        case .add(let path, let value): .add(path.prefixed(by: prefix), value)
        case .remove(let path): .remove(path.prefixed(by: prefix))
        case .replace(let path, let value): .replace(path.prefixed(by: prefix), value)
        case .move(let from, let path): .move(from: from.prefixed(by: prefix), to: path.prefixed(by: prefix))
        case .copy(let from, let path): .copy(from: from.prefixed(by: prefix), to: path.prefixed(by: prefix))
        case .test(let path, let value): .test(path.prefixed(by: prefix), value)
        }
      })
  }
}
