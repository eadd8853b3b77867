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

/// A step of a coding path: the name of a member, or the number of an element.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  init(element: Int) {
    stringValue = "Index \(element)"
    intValue = element
  }

  static let parent = PathKey(stringValue: "super")
}
