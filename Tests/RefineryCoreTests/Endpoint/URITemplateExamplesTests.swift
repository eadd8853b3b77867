import Foundation
import RefineryCore
import Testing

/// The public suite uri-templates/uritemplate-test, whole: the examples of RFC 6570 sections 1.2 and 3.2 and more.
@Suite("URITemplate: the public suite")
struct URITemplateExamplesTests {
  /// The exceptions, by template. None.
  static let exceptions: [String: String] = [:]

  @Test("O02: the public suite expands as it says, levels 1 to 4", arguments: try Case.load())
  func example(_ example: Case) throws {
    guard Self.exceptions[example.template] == nil else { return }
    let expand = { try URITemplate(example.template).expand(example.variables) }
    if example.expected.isEmpty {
      #expect(throws: (any Error).self) { try expand() }
    } else {
      #expect(example.expected.contains(try expand()))
    }
  }

  @Test("O02: the suite is there in full")
  func count() throws {
    let cases = try Case.load()
    #expect(Set(cases.map(\.file)).count == 4)
    #expect(cases.count == 252)
    #expect(cases.count { $0.expected.isEmpty } == 29)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let group: String
    let template: String
    let variables: PathValues
    /// The expansions that are right; none where the template is malformed.
    let expected: [String]

    var testDescription: String { "\(group): \(template)" }

    static func load() throws -> [Case] {
      let names = ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"]
      return try names.flatMap { name in
        let url = try #require(
          Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures/uritemplate-test"))
        let groups = try JSONDecoder().decode([String: Group].self, from: Data(contentsOf: url))
        return groups.sorted { $0.key < $1.key }.flatMap { title, group in
          group.testcases.map {
            Case(file: name, group: title, template: $0[0].text, variables: group.values, expected: $0[1].texts)
          }
        }
      }
    }
  }

  struct Group: Decodable {
    let variables: [String: Value]
    let testcases: [[Value]]

    var values: PathValues {
      var values = PathValues()
      for (name, value) in variables { values[name] = value.pathValue }
      return values
    }
  }

  enum Value: Decodable {
    case null
    case bool(Bool)
    case number(Decimal)
    case string(String)
    case list([Value])
    case map([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Decimal.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .list(value)
      } else {
        self = .map(try container.decode([String: Value].self))
      }
    }

    var text: String {
      switch self {
      case .string(let text): text
      case .number(let number): "\(number)"
      case .bool(let claim): "\(claim)"
      case .null, .list, .map: ""
      }
    }

    var texts: [String] {
      switch self {
      case .list(let values): values.map(\.text)
      case .bool: []
      default: [text]
      }
    }

    var pathValue: PathValue {
      switch self {
      case .null: .undefined
      case .list(let values): .list(values.map(\.text))
      case .map(let values): .map(values.sorted { $0.key < $1.key }.map { PathValue.Pair($0.key, $0.value.text) })
      default: .text(text)
      }
    }
  }
}
