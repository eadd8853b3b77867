/// The last step of a coding path, in a word that costs nothing to keep.
struct Place {
  private let word: Int

  /// The value of the level itself.
  static var none: Place { Place(word: -1) }

  /// The member whose name is at an index of the tape.
  @inline(__always)
  static func member(_ key: Int) -> Place { Place(word: key &<< 1) }

  /// The element with a number.
  @inline(__always)
  static func element(_ number: Int) -> Place { Place(word: number &<< 1 | 1) }

  /// Where the member's name is.
  var member: Int? { word >= 0 && word & 1 == 0 ? word >> 1 : nil }
  /// The element's number.
  var element: Int? { word >= 0 && word & 1 == 1 ? word >> 1 : nil }
}

/// A step of a coding path. It fits into an existential, and an element's text is made when it is asked for.
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
