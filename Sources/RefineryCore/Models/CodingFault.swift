import RefineryJSON

/// An error of a coding, with the path below the member.
struct CodingFault: Error {
  enum Reason {
    /// The JSON is of another kind, such as text instead of a number.
    case kind(any Any.Type, JSONValue)
    /// The JSON or the value is refused.
    case invalid(String)
    /// The code of the user threw.
    case thrown(any Error)
  }

  let reason: Reason
  private(set) var path: [CodingStep] = []

  static func kind(_ expected: any Any.Type, _ json: JSONValue) -> CodingFault { CodingFault(reason: .kind(expected, json)) }
  static func invalid(_ text: String) -> CodingFault { CodingFault(reason: .invalid(text)) }

  /// Calls a function and adds a step to the path of its error.
  static func within<Output>(_ step: CodingStep, _ body: () throws -> Output) throws -> Output {
    do {
      return try body()
    } catch {
      var fault = (error as? CodingFault) ?? CodingFault(reason: .thrown(error))
      fault.path.insert(step, at: 0)
      throw fault
    }
  }

  /// The error that a decoder throws for the same fault.
  static func decodingError(_ error: any Error, _ type: any Any.Type, at place: [any CodingKey]) -> any Error {
    let fault = (error as? CodingFault) ?? CodingFault(reason: .thrown(error))
    let path = place + fault.path
    switch fault.reason {
    case .kind(let expected, .null):
      let description = "Expected \(expected) but found null."
      return DecodingError.valueNotFound(expected, .init(codingPath: path, debugDescription: description))
    case .kind(let expected, let json):
      let description = "Expected \(expected) but found \(json.kindName)."
      return DecodingError.typeMismatch(expected, .init(codingPath: path, debugDescription: description))
    case .invalid(let text): return DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
    case .thrown(let error):
      return DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The coding refused the value.", underlyingError: error))
    }
  }

  /// The error that an encoder throws for the same fault. It does not contain the value.
  static func encodingError(_ error: any Error, _ type: any Any.Type, at place: [any CodingKey]) -> any Error {
    let fault = (error as? CodingFault) ?? CodingFault(reason: .thrown(error))
    var underlying: (any Error)?
    var text = "The coding refused the value."
    switch fault.reason {
    case .kind: break
    case .invalid(let reason): text = reason
    case .thrown(let error): underlying = error
    }
    return EncodingError.invalidValue(
      type, .init(codingPath: place + fault.path, debugDescription: text, underlyingError: underlying))
  }
}

/// A step of the path within a member.
enum CodingStep: CodingKey {
  case member(String)
  case element(Int)

  init(stringValue: String) { self = .member(stringValue) }
  init(intValue: Int) { self = .element(intValue) }

  var stringValue: String {
    switch self {
    case .member(let name): name
    case .element(let number): "Index \(number)"
    }
  }

  var intValue: Int? { if case .element(let number) = self { number } else { nil } }
}
