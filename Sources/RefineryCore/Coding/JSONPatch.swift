/// A list of changes to a JSON document, applied in order, all or none (RFC 6902).
///
/// ```swift
/// let patch = JSONPatch.make(from: old, to: new)      // [{"op":"replace","path":"/name","value":"Bo"}]
/// let same = try patch.apply(to: old)                 // == new
/// ```
///
/// Names of members are found as ``RawJSON/Object`` finds them: `é` as one scalar and as two are one name, where RFC 6901 compares
/// code points. Values are compared by code points, as RFC 6902 section 4.6 has it.
///
/// Unlike ``MergePatch`` it can change single elements of arrays and tells a `null` from a member that is not there.
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
    /// Sets a member, or inserts an element before the place; `-` or the array's length puts it at the end.
    case add(JSONPointer, RawJSON)
    /// Takes out what must be there.
    case remove(JSONPointer)
    /// Puts a value in place of what must be there.
    case replace(JSONPointer, RawJSON)
    /// Takes out what must be there and adds it at another place, which may not lie inside of it.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds what must be there at another place as well.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Ends the patch unless the value is this one: numbers by value, text by its exact characters, objects in any order.
    case test(JSONPointer, RawJSON)

    /// `add`, `remove`, `replace`, `move`, `copy` or `test`.
    public var name: String {
      switch self {
      case .add: "add"
      case .remove: "remove"
      case .replace: "replace"
      case .move: "move"
      case .copy: "copy"
      case .test: "test"
      }
    }

    /// Where the change happens: the member `path`.
    public var path: JSONPointer {
      switch self {
      case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
      case .move(_, let path), .copy(_, let path): path
      }
    }
  }

  /// An operation that a document does not allow. Nothing of its patch was applied.
  public struct Failure: SafelyDescribed, Equatable {
    /// What is wrong.
    public enum Reason: String, Error {
      /// There is nothing to remove, replace, move, copy or test.
      case nothingThere = "there is nothing at this place"
      /// What the place should lie in is neither an object nor an array, or is not there.
      case noContainer = "what this place lies in is not there, or is neither an object nor an array"
      /// The place lies in an array but is no number, has a leading zero, or is `-` where an element must be.
      case notAnIndex = "this is not a place in an array"
      /// The place lies beyond the end of its array.
      case outOfRange = "this place lies beyond the end of its array"
      /// A whole document cannot be taken out.
      case removesRoot = "the root cannot be removed"
      /// A value cannot be moved into itself.
      case movesIntoItself = "a value cannot be moved into itself"
      /// The value is another one than a `test` wants.
      case testFailed = "the value is not the one that the test wants"
      /// Values would be nested deeper than ``JSONPatch/maximumDepth``, or copies grow beyond ``JSONPatch/maximumCopied``.
      case tooLarge = "the document would become too deep or too large"
    }

    /// Which operation, from 0.
    public let index: Int
    /// The operation's name.
    public let operation: String
    /// The place that is at fault: the operation's `path`, or its `from`.
    public let pointer: JSONPointer
    /// What is wrong.
    public let reason: Reason

    /// One line, safe to log: names of members are shown, values never.
    public var description: String {
      "operation \(index) of the JSON patch, \(operation) at \(pointer.safeText): \(reason.rawValue)"
    }
  }
}

extension JSONPatch {
  func prefixed(by prefix: [String]) -> JSONPatch {
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
