/// A type whose values print no secrets.
///
/// `print`, `dump`, string interpolation, `String(reflecting:)`, a debugger and a failed test show `description`, one line
/// without credentials, query values or bodies. A mirror of the value is empty. Every middleware, transport, credential
/// provider, store and error of this package is redacted, and so is every type that holds a request, a response or a body.
/// The properties of such a value are not redacted: `print(request.head)` prints the text of swift-http-types, with secrets.
///
/// A type of your own that holds a secret can conform in one line; its description is then its name:
///
/// ```swift
/// struct Session: Redacted { let token: String }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

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
