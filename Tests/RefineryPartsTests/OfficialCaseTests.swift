import Foundation
import RefineryJSON
import RefineryParts
import RefineryTesting
import TestSupport
import Testing

#if Signing
  import RawStructuredFieldValues

  /// The test cases of the HTTP working group (httpwg/structured-field-tests), which SwiftPM fetches with a package that only
  /// these tests use. They are not kept here, because they have no licence of their own.
  @Suite struct OfficialCaseTests {
    private struct Case: Decodable {
      let name: String
      let raw: [String]?
      let header_type: String
      let must_fail: Bool?
      let can_fail: Bool?
      let canonical: [String]?
    }

    /// The folder of the cases, beside the build that runs.
    private static let folder = sequence(first: Bundle.main.bundleURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
      .lazy.map { $0.appending(path: "checkouts/swift-http-structured-headers/Tests/TestFixtures") }
      .first { FileManager.default.fileExists(atPath: $0.path) }

    private static func read(_ text: String, as type: String) -> String?? {
      switch type {
      case "list": StructuredField.list(text).map { StructuredField.text($0) }
      case "dictionary": StructuredField.dictionary(text).map { StructuredField.text($0) }
      default: StructuredField.item(text).map { StructuredField.text([$0]) }
      }
    }

    @Test("Q14, Q16: each official case of RFC 9651 is read, refused and written as it says")
    func parse() throws {
      let folder = try #require(Self.folder, "SwiftPM's checkouts are not beside this build")
      var count = 0
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      where file.pathExtension == "json" {
        for official in try JSONDecoder().decode([Case].self, from: Data(contentsOf: file)) {
          let raw = try #require(official.raw, "\(official.name)")
          let result = Self.read(raw.joined(separator: ", "), as: official.header_type)
          count += 1
          if official.must_fail == true {
            #expect(result == nil, "\(file.lastPathComponent): \(official.name)")
          } else if result != nil || official.can_fail != true {
            // An empty list or dictionary is written as a missing field.
            let expected = official.canonical.map { $0.first ?? "" } ?? raw.joined(separator: ", ")
            #expect(result == .some(.some(expected)), "\(file.lastPathComponent): \(official.name)")
          }
        }
      }
      #expect(count > 1400)
    }

    @Test("Q14: the official texts that no key, string or token may have are refused when they are written")
    func serialize() throws {
      let folder = try #require(Self.folder, "SwiftPM's checkouts are not beside this build")
        .appending(path: "serialisation-tests")
      for kind in ["string", "token", "key"] {
        let cases = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "\(kind)-generated.json")))
        let refused = try #require(cases.array).filter { $0["must_fail"]?.bool == true }
        #expect(refused.count > 30)
        for official in refused {
          let text = try Self.text(of: kind, #require(official["header_type"]?.string), #require(official["expected"]))
          #expect(text == nil, "\(official["name"]?.string ?? "")")
        }
      }
    }

    private static func text(of kind: String, _ type: String, _ expected: JSONValue) throws -> String? {
      switch kind {
      case "string": return StructuredField.text([StructuredMember(.string(try #require(expected[0]?.string)))])
      case "token": return StructuredField.text([StructuredMember(.token(try #require(expected[0]?["value"]?.string)))])
      default:
        // The name is that of a member of a dictionary, or of a parameter of the first item.
        let holder = type == "list" ? expected[0] : expected
        let name = try #require((type == "dictionary" ? holder : holder?[1])?.object?.keys.first)
        guard type == "dictionary" else { return StructuredField.text([StructuredMember(.integer(1), [name: .integer(1)])]) }
        return StructuredField.text([name: StructuredMember(.integer(1))])
      }
    }

    @Test("Q14: another parser of RFC 9651 reads and refuses 20,000 random fields as this one does")
    func agreement() throws {
      var random = SeededRandom(seed: 9651)
      let parts = [
        "a", "b", "*", "=", ";", ",", " ", "\t", "(", ")", "1", "-", ".", "25", "\"", "\\", "x y", ":", "aGk=", "?1", "?0", "@",
        "%\"", "%c3%bc", "A", "é", "_", "a=1", "b;q=0.5", "(1 2)",
      ]
      for _ in 0..<20_000 {
        let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        var lists = StructuredFieldValueParser(Array(text.utf8))
        let list = (try? lists.parseListFieldValue()).flatMap { list -> String? in
          var serializer = StructuredFieldValueSerializer()
          return (try? serializer.writeListFieldValue(list)).map { String(decoding: $0, as: UTF8.self) }
        }
        // That parser does not decode byte sequences.
        if !text.contains(":") { #expect(StructuredField.list(text).flatMap { StructuredField.text($0) } == list, "\(text)") }
        var dictionaries = StructuredFieldValueParser(Array(text.utf8))
        let dictionary = (try? dictionaries.parseDictionaryFieldValue()).flatMap { members -> String? in
          var serializer = StructuredFieldValueSerializer()
          return (try? serializer.writeDictionaryFieldValue(members)).map { String(decoding: $0, as: UTF8.self) }
        }
        guard !text.contains(":") else { continue }
        #expect(StructuredField.dictionary(text).flatMap { StructuredField.text($0) } == dictionary, "\(text)")
      }
    }
  }
#endif
