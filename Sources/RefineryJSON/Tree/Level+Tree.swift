extension Level {
  /// The value of this level, whatever it is.
  func tree<Tree: JSONTree>(_ type: Tree.Type) throws -> Tree {
    index < 0 ? Tree(node: .null) : try tree(type, at: index, under: .none)
  }

  /// The value at an index of the tape, whatever it is.
  func tree<Tree: JSONTree>(_ type: Tree.Type, at index: Int, under place: Place) throws -> Tree {
    var builder = TreeBuilder<Tree>(tape)
    do throws(Malformed) {
      return try builder.build(at: index)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path(place) + builder.path, debugDescription: "A value is malformed.", underlyingError: error))
    }
  }
}

extension JSONReader {
  /// Reads the next value, whatever it is, as a document of its own.
  mutating func tree<Tree: JSONTree>() throws -> Tree {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let memory = Memory(bytes.array(start..<position), count: position &- start)
      try Scanner.scan(memory)
      return try Level(Reading(memory, settings: settings)).tree(Tree.self)
    } catch DecodingError.dataCorrupted(let context) {
      guard let malformed = context.underlyingError as? Malformed else { throw DecodingError.dataCorrupted(context) }
      throw fail(.malformed(Malformed(malformed.reason, at: start &+ malformed.offset)), at: start)
    } catch let malformed as Malformed {
      throw fail(.malformed(Malformed(malformed.reason, at: start &+ malformed.offset)), at: start)
    }
  }
}

/// Makes a tree from a tape. A stack of open containers takes the place of recursion.
private struct TreeBuilder<Tree: JSONTree> {
  private struct Open {
    let isObject: Bool
    /// The index behind the container.
    let end: Int
    var elements: [Tree] = []
    var members: [(name: String, value: Tree)] = []
    var name = ""
  }

  private let tape: Tape
  private var open: [Open] = []

  init(_ tape: Tape) { self.tape = tape }

  /// The keys that lead to the value that is being made.
  var path: [any CodingKey] {
    open.map { $0.isObject ? PathKey(stringValue: $0.name) : PathKey(element: $0.elements.count) }
  }

  mutating func build(at start: Int) throws(Malformed) -> Tree {
    var at = start
    while true {
      let word = tape.word(at)
      at += 1
      if Word.kind(word) >= Word.array, Word.offset(word) > at {
        open.append(Open(isObject: Word.kind(word) != Word.array, end: Word.offset(word)))
        try name(&at)
        continue
      }
      var value = Tree(node: try leaf(word))
      while true {
        guard !open.isEmpty else { return value }
        put(value)
        if at < open[open.count - 1].end {
          try name(&at)
          break
        }
        let closed = open.removeLast()
        value = Tree(node: closed.isObject ? .object(closed.members) : .array(closed.elements))
      }
    }
  }

  /// Reads the name of the next member, in an object.
  private mutating func name(_ at: inout Int) throws(Malformed) {
    let last = open.count - 1
    guard open[last].isObject else { return }
    open[last].name = try text(tape.word(at))
    at += 1
  }

  private mutating func put(_ value: Tree) {
    let last = open.count - 1
    if open[last].isObject {
      open[last].members.append((name: open[last].name, value: value))
    } else {
      open[last].elements.append(value)
    }
  }

  /// A value that is no container, or an empty one.
  private func leaf(_ word: UInt64) throws(Malformed) -> JSONNode<Tree> {
    switch Word.kind(word) {
    case Word.null: return .null
    case Word.isTrue: return .bool(true)
    case Word.isFalse: return .bool(false)
    case Word.integer: return .number(tape.bytes.plainText(Word.range(word)))
    case Word.number:
      guard NumberText(tape.bytes, word) != nil else { throw Malformed(.invalidNumber, at: Word.offset(word)) }
      return .number(tape.bytes.plainText(Word.range(word)))
    case Word.array: return .array([])
    case Word.plain, Word.text, Word.escaped: return .string(try text(word))
    default: return .object([])
    }
  }

  private func text(_ word: UInt64) throws(Malformed) -> String {
    switch Word.kind(word) {
    case Word.plain: return tape.bytes.plainText(Word.range(word))
    case Word.escaped: return try tape.bytes.unescaped(Word.range(word))
    default:
      if let text = tape.bytes.text(Word.range(word)) { return text }
      throw Malformed(.invalidText, at: Word.offset(word))
    }
  }
}
