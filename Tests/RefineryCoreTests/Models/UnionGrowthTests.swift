import Foundation
import RefineryCore
import Synchronization
import Testing

/// That the work for a hostile document grows no faster than the document. Models are counted as they are read.
@Suite(.serialized)
struct UnionGrowthTests {
  @Test("S03: unions that fail at every depth cost as much as the document is large", arguments: [50, 100, 200, 400])
  func nestedFailures(depth: Int) {
    // Each level has two branches of the same shape, and a member that neither can read.
    let json = String(repeating: #"{"next":"#, count: depth) + "null" + String(repeating: #","tail":[1]}"#, count: depth)
    let visits = Node.visits {
      let error = #expect(throws: MappingError.self) { try JSONCoder().decode(NodeUnion.self, from: Data(json.utf8)) }
      #expect(error?.kind == .wrongType)
    }
    #expect(visits >= depth)
    #expect(visits <= 40 * depth + 1000)
  }

  @Test("S03: Foundation's decoder reads each of such values once")
  func foundation() throws {
    let depth = 100
    let json = String(repeating: #"{"next":"#, count: depth) + "null" + String(repeating: #","tail":[1]}"#, count: depth)
    let visits = try Node.visits { _ = try JSONDecoder().decode(NodeUnion.self, from: Data(json.utf8)) }
    #expect(visits == depth)
  }

  @Test("S03: a deep union of known values is read level by level")
  func deep() throws {
    let depth = 400
    let json = String(repeating: #"{"next":"#, count: depth) + "7" + String(repeating: #","tail":["a"]}"#, count: depth)
    let visits = try Node.visits {
      let value = try JSONCoder().decode(NodeUnion.self, from: Data(json.utf8))
      #expect(try JSONCoder().encode(value) == Data(json.utf8))
    }
    #expect(visits == depth)
  }

  @Test("S03: each element of a long list may need a second attempt")
  func longList() throws {
    let json = "[" + Array(repeating: #"{"kind":"x","toys":[1]}"#, count: 10_000).joined(separator: ",") + "]"
    let list = try JSONCoder().decode([SampleShape].self, from: Data(json.utf8))
    #expect(list.count == 10_000)
    #expect(list.allSatisfy { $0.name == "plain" })
  }

  @Test("S03: many members and repeated names are looked at once")
  func manyMembers() throws {
    let names = (0..<20_000).map { #""kind":"x","m\#($0)":1"# }.joined(separator: ",")
    let value = try JSONCoder().decode(SampleShape.self, from: Data("{\(names)}".utf8))
    #expect(value.name == "dog")
  }
}

private indirect enum NodeUnion: UnionModel {
  case first(Node)
  case second(Node)
  case other(JSONValue)

  static let branches: [UnionBranch<NodeUnion>] = [UnionBranch(NodeUnion.first), UnionBranch(NodeUnion.second)]

  var content: any Codable & Sendable {
    switch self {
    case .first(let content): content
    case .second(let content): content
    case .other(let content): content
    }
  }
}

private struct Node: ObjectModel {
  private static let count = Atomic(0)

  /// Returns how many models a function reads.
  static func visits(_ body: () throws -> Void) rethrows -> Int {
    count.store(0, ordering: .relaxed)
    try body()
    return count.load(ordering: .relaxed)
  }

  var next: NodeUnion?
  var tail: [String]

  init(_ unread: Unread) {
    tail = []
    Self.count.add(1, ordering: .relaxed)
  }

  mutating func list(_ members: Members) {
    members.optional("next", &next)
    members.required("tail", &tail)
  }
}
