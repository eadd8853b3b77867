extension JSONValue {
  /// The members of a JSON object, in the order of the document.
  ///
  /// Each key exists once. If a key is repeated, the last value wins and takes the position of the first. Two objects are equal
  /// if their members are equal, in any order. A look-up compares the keys one by one, or uses an index from 16 members on.
  /// Keys are compared by canonical equivalence, as `String` does.
  public struct Object: Sendable {
    /// A name and its value.
    public typealias Member = (key: String, value: JSONValue)

    private static let indexedFrom = 16
    private(set) var members: [Member] = []
    private var positions: [String: Int] = [:]

    /// No members.
    public init() {}

    /// Reserves space for members.
    mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Sets the value of a member. Returns whether it existed already.
    mutating func update(_ key: String, to value: JSONValue) -> Bool {
      guard let position = position(of: key) else {
        append(key, value)
        return false
      }
      members[position].value = value
      return true
    }

    /// Creates an object with these members. If a key is repeated, the last value wins.
    public init(_ members: some Sequence<Member>) {
      self.members.reserveCapacity(members.underestimatedCount)
      for member in members { self[member.key] = member.value }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The values, in order.
    public var values: [JSONValue] { members.map(\.value) }

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
    public func merging(_ other: Object) -> Object {
      var merged = self
      for (key, value) in other { merged[key] = value }
      return merged
    }

    private func position(of key: String) -> Int? {
      members.count < Self.indexedFrom ? members.firstIndex { $0.key == key } : positions[key]
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
      members.append((key, value))
      if members.count == Self.indexedFrom {
        index()
      } else if members.count > Self.indexedFrom {
        positions[key] = members.count - 1
      }
    }

    private mutating func remove(at position: Int) {
      let key = members.remove(at: position).key
      guard members.count >= Self.indexedFrom else { return positions = [:] }
      positions[key] = nil
      for index in position..<members.count { positions[members[index].key] = index }
    }

    private mutating func index() {
      positions.reserveCapacity(members.count * 2)
      for (position, member) in members.enumerated() { positions[member.key] = position }
    }
  }
}

extension JSONValue.Object: RandomAccessCollection, ExpressibleByDictionaryLiteral {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> Member { members[position] }

  /// Creates an object. If a key is repeated, the last value wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { (key: $0, value: $1) })
  }
}
