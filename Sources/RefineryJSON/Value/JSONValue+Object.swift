extension JSONValue {
  /// The members of a JSON object, in the order of the document.
  ///
  /// Each key exists once. If a document repeats a name, its first member counts. If code sets a key again, the new value
  /// takes the position of the old one. Two objects are equal if their members are equal, in any order. A look-up compares
  /// the keys one by one, or uses an index from 16 members on. Keys are compared by canonical equivalence, as `String` does.
  public struct Object: Sendable {
    /// A name and its value.
    package typealias Member = (key: String, value: JSONValue)

    private static let indexedFrom = 16
    private(set) var members: [Member] = []
    /// The index, from 16 members on; otherwise empty. It is an array with one element, so that an object takes no more memory
    /// than other values: each element of a list has room for the largest kind of value.
    private var lookup: [Lookup] = []

    /// The positions of the members of an object.
    private struct Lookup: Sendable {
      /// The number of each member.
      var numbers: [String: Int] = [:]
      /// The numbers of the members in order, once a member was removed; empty if they are 0, 1, 2 and so on. So a removal does
      /// not change the numbers of the members after it.
      var order: [Int] = []
    }

    /// No members.
    public init() {}

    /// Reserves space for members.
    mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Appends a member. Returns false, and changes nothing, if the key exists already.
    mutating func insert(_ key: String, _ value: JSONValue) -> Bool {
      guard position(of: key) == nil else { return false }
      append(key, value)
      return true
    }

    /// Moves the value of a member out, so that changing it does not copy it, and leaves null.
    mutating func take(at position: Int) -> JSONValue {
      var value = JSONValue.null
      swap(&value, &members[position].value)
      return value
    }

    /// Sets the value at a position.
    mutating func set(_ value: JSONValue, at position: Int) { members[position].value = value }

    /// Creates an object with these members. If a key is repeated, the last value wins.
    public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
      self.members.reserveCapacity(members.underestimatedCount)
      for member in members { self[member.key] = member.value }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member. A new member is appended; setting nil removes the member.
    public subscript(key: String) -> JSONValue? {
      get { position(of: key).map { members[$0].value } }
      set {
        switch (position(of: key), newValue) {
        case (let position?, let value?): members[position].value = value
        case (nil, let value?): append(key, value)
        case (let position?, nil): remove(at: position)
        case (nil, nil): break
        }
      }
    }

    /// Returns this object with its members overwritten by those of another. Nested objects are not merged.
    package func merging(_ other: Object) -> Object {
      var merged = self
      for (key, value) in other { merged[key] = value }
      return merged
    }

    /// The position of a member; nil if it does not exist.
    func position(of key: String) -> Int? {
      guard members.count >= Self.indexedFrom else { return members.firstIndex { $0.key == key } }
      guard let number = lookup[0].numbers[key] else { return nil }
      return lookup[0].order.isEmpty ? number : position(of: number)
    }

    /// The position of a member by its number, once a member was removed.
    private func position(of number: Int) -> Int {
      let order = lookup[0].order
      var range = order.indices
      while range.count > 1 {
        let middle = range.lowerBound + range.count / 2
        range = order[middle] <= number ? middle..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
      members.append((key, value))
      if members.count == Self.indexedFrom {
        makeIndex()
      } else if members.count > Self.indexedFrom {
        let number = lookup[0].order.last.map { $0 + 1 } ?? members.count - 1
        lookup[0].numbers[key] = number
        if !lookup[0].order.isEmpty { lookup[0].order.append(number) }
      }
    }

    private mutating func remove(at position: Int) {
      let key = members.remove(at: position).key
      guard members.count >= Self.indexedFrom else { return lookup = [] }
      lookup[0].numbers[key] = nil
      // The numbers of the first members do not change if the last one is removed.
      if lookup[0].order.isEmpty, position < members.count { lookup[0].order = Array(0...members.count) }
      if !lookup[0].order.isEmpty { lookup[0].order.remove(at: position) }
    }

    private mutating func makeIndex() {
      var made = Lookup()
      made.numbers.reserveCapacity(members.count * 2)
      for (position, member) in members.enumerated() { made.numbers[member.key] = position }
      lookup = [made]
    }
  }
}

extension JSONValue.Object: RandomAccessCollection, ExpressibleByDictionaryLiteral {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }

  /// Creates an object. If a key is repeated, the last value wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { (key: $0, value: $1) })
  }
}
