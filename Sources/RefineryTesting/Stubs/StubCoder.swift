public import FoundationEssentials
public import RefineryCore
import Synchronization

/// A coder that returns values from a script instead of decoding bodies, and keeps the bodies. It encodes JSON.
///
/// For tests that need a certain value or a decoding error, without a body that causes it.
///
/// ```swift
/// let coder = StubCoder(.success(Person(id: 5, name: "Ann")), .failure(MappingError(.missing, at: ["name"])))
/// let api = Client(baseURL: "http://stub", transport: StubTransport(.status(200)), coder: coder)
/// #expect(try await api.send(Person.read(5)).name == "Ann")
/// ```
public final class StubCoder: Coder, Redacted {
  private struct State {
    let script: [Result<any Sendable, any Error>]
    var bodies: [Data] = []

    mutating func next(_ body: Data) -> Result<any Sendable, any Error>? {
      bodies.append(body)
      return bodies.count <= script.count ? script[bodies.count - 1] : script.last
    }
  }

  private let state: Mutex<State>

  /// A coder that returns these values, or throws these errors, in order, and then repeats the last. The value for a list is an
  /// array of its elements.
  public init(_ script: Result<any Sendable, any Error>...) { state = Mutex(State(script: script)) }

  /// Every body that it had to decode, in order.
  public var bodies: [Data] { state.withLock { $0.bodies } }

  /// JSON.
  public var contentType: String { JSONCoder().contentType }
  /// JSON.
  public var accept: String { JSONCoder().accept }

  /// Encodes the value as JSON.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
    try JSONCoder().encode(value, nulls: nulls)
  }

  /// Returns the next value of the script.
  ///
  /// - Throws: the script's error; `MappingError` if the script is empty or its value is of another type.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
    try next(data, as: type)
  }

  /// Returns the next value of the script, as a list.
  ///
  /// - Throws: as ``decode(_:from:at:)``.
  public func decodeList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String], onFailure: ElementPolicy
  ) throws -> (elements: [Element], skipped: [SkippedElement]) {
    (try next(data, as: [Element].self), [])
  }

  private func next<Value>(_ body: Data, as type: Value.Type) throws -> Value {
    switch state.withLock({ $0.next(body) }) {
    case .failure(let error)?: throw error
    case .success(let value as Value)?: return value
    case .success?: throw MappingError(.wrongType, expected: String(describing: type))
    case nil: throw MappingError(.missing, expected: "a result in the script of the stub coder")
    }
  }
}
