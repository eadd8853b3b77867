/// A key of any name, or the place of an element.
struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  static let parent = AnyKey("super")
}

/// What is keyed by data and not by the names of properties: its keys are left as they are.
protocol KeyedByData {}

extension Dictionary: KeyedByData {}
