/// The last step of a coding path in one word. Storing it needs no allocation.
struct PathStep {
  private let encoded: Int

  /// No step: the value of the decoder itself.
  static var none: PathStep { PathStep(encoded: -1) }

  /// The member whose name is at an index of the tape.
  @inline(__always)
  static func member(_ key: Int) -> PathStep { PathStep(encoded: key &<< 1) }

  /// The element with this number, from 0.
  @inline(__always)
  static func element(_ number: Int) -> PathStep { PathStep(encoded: number &<< 1 | 1) }

  /// The index of the member's name in the tape; nil for any other step.
  var member: Int? { encoded >= 0 && encoded & 1 == 0 ? encoded >> 1 : nil }
  /// The number of the element; nil for any other step.
  var element: Int? { encoded >= 0 && encoded & 1 == 1 ? encoded >> 1 : nil }
}

/// A coding key that fits into an existential without an allocation. The text of an element's key is created only on demand.
enum PathKey: CodingKey {
  case member(String)
  case number(Int)
  case element(Int)

  init(stringValue: String) { self = .member(stringValue) }
  init(intValue: Int) { self = .number(intValue) }
  init(element: Int) { self = .element(element) }

  var stringValue: String {
    switch self {
    case .member(let name): name
    case .number(let number): "\(number)"
    case .element(let number): "Index \(number)"
    }
  }

  var intValue: Int? {
    switch self {
    case .member: nil
    case .number(let number), .element(let number): number
    }
  }

  static var parent: PathKey { .member("super") }
}
