#if Import
  import RefineryJSON

  /// Changes of a document at one place.
  enum Mutation {
    /// The places of all values in a document, the whole first.
    static func pointers(_ value: JSONValue) -> [[String]] {
      let inner: [(String, JSONValue)] =
        switch value {
        case .object(let object): object.map { ($0.key, $0.value) }
        case .array(let elements): elements.enumerated().map { (String($0), $1) }
        default: []
        }
      return [[]] + inner.flatMap { name, value in pointers(value).map { [name] + $0 } }
    }

    /// The document with another value at a place; without the member if the value is nil.
    static func replacing(_ value: JSONValue, _ pointer: ArraySlice<String>, with new: JSONValue?) -> JSONValue {
      guard let token = pointer.first else { return new ?? .null }
      switch value {
      case .object(var object):
        let isLast = pointer.count == 1
        object[token] = isLast && new == nil ? nil : replacing(object[token] ?? .null, pointer.dropFirst(), with: new)
        return .object(object)
      case .array(var elements):
        if let index = Int(token) { elements[index] = replacing(elements[index], pointer.dropFirst(), with: new) }
        return .array(elements)
      default: return value
      }
    }

    static func damaged(_ document: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
      let places = pointers(document)
      let place = places[Int.random(in: 0..<places.count, using: &random)]
      let target = places[Int.random(in: 0..<places.count, using: &random)]
      let other = target.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.map { "/" + $0 }.joined()
      let values: [JSONValue?] = [
        nil, .null, 7, -1.5, true, "", "text", [], [[]], [7, "x", nil], [:], ["$ref": .string("#" + other)],
        ["$ref": "#/nowhere"], ["$ref": .string("#" + place.map { "/" + $0 }.joined())], ["type": ["null", "string"]],
        ["allOf": [["$ref": .string("#" + other)]]], ["oneOf": [["type": "null"]]], ["enum": [nil]],
      ]
      return replacing(document, place[...], with: values[Int.random(in: 0..<values.count, using: &random)])
    }
  }

  /// The same numbers in each run (SplitMix64).
  struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
#endif
