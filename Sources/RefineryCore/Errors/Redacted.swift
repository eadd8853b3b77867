/// A type whose values show no secret wherever they are printed.
///
/// `print`, `dump`, string interpolation, `String(reflecting:)`, a debugger and a failed test show `description`, one line
/// without credentials, query values or bodies. A mirror of the value is empty. Every middleware, transport, credential
/// provider, store and error of this package is redacted, and so is every type that holds a request, a response or a body.
/// The properties of a value are not: `print(request.head)` prints what swift-http-types makes of it, secrets included.
///
/// A type of your own that holds a secret conforms in one line; its description is then its name:
///
/// ```swift
/// struct Session: Redacted { let token: String }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One line without a secret. The name of the type unless the type says more.
  var description: String { get }
}

extension Redacted {
  /// The name of the type.
  public var description: String { String(describing: Self.self) }
  /// The same line as `description`.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
  }
}
