import FoundationEssentials
import RefineryJSON
import Testing

/// What is read without Foundation's help has to come out as with it.
@Suite struct FastPathTests {
  /// The same read by Codable as a member, and as a document that reads itself.
  struct Holder: Decodable, Equatable { var data: Data }

  private func check(_ base64: String) {
    let (foundation, refinery) = outcomes(Holder.self, "{\"data\":\"\(base64)\"}")
    #expect(foundation == refinery, "\(base64)")
    let (one, direct) = outcomes([Data].self, "[\"\(base64)\"]")
    guard case .value = one else {
      #expect(direct == .failure("corrupted", path: ["Index 0"]), "\(base64)")
      return
    }
    #expect(one == direct, "\(base64)")
  }

  @Test("Base64 of every length is read")
  func base64() throws {
    for count in 0..<100 {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count) })
      let text = data.base64EncodedString()
      #expect(try JSONModelDecoder().decode(Data.self, from: Data("\"\(text)\"".utf8)) == data)
      check(text)
      // Every way to write a solidus in JSON is the same text.
      check(text.replacing("/", with: "\\/"))
    }
    check(String(repeating: "QUJD", count: 10_000))
  }

  @Test("A byte outside of the Base64 alphabet is refused at every position, as by Foundation")
  func strangers() {
    let text = Data((0..<40).map { UInt8($0 * 6) }).base64EncodedString()
    for byte in UInt8(0x20)..<0x80 where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      check("QUJD" + String(Unicode.Scalar(byte)) + "UJD")
    }
    for place in 0..<text.utf8.count {
      var bytes = Array(text.utf8)
      for stranger in [UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "@"), 0x7F] {
        bytes[place] = stranger
        check(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test("A document that ends inside Base64 is refused")
  func ends() {
    let document = "[\"\(String(repeating: "QUJD", count: 12))\"]"
    for count in 0..<document.utf8.count {
      let (foundation, refinery) = outcomes([Data].self, String(document.prefix(count)))
      #expect(foundation == refinery, "after \(count) bytes")
      #expect(refinery == .failure("corrupted", path: []), "after \(count) bytes")
    }
  }

  @Test(
    "Padding is read as by Foundation",
    arguments: [
      "", "=", "==", "====", "A", "AA", "AAA", "AAAA", "AA==", "AAA=", "AB==", "AAB=", "A===", "AA=A", "=AAA", "AAAA====",
      "AAAA=",
      "AA==AAAA", "AAAAA===", "AAAA\\nAAAA", "AAAA\\u003d", "é", "AAéA",
    ])
  func padding(_ text: String) { check(text) }

  @Test(
    "A dictionary with integer keys is read as by its own init(from:)",
    arguments: [
      "{}", "{\"1\":\"a\"}", "{\"1\":\"a\",\"-2\":\"b\",\"0\":\"c\"}", "{\"007\":\"a\"}", "{\"+5\":\"a\"}", "{\"-0\":\"a\"}",
      "{\"9223372036854775807\":\"a\"}", "{\"9223372036854775808\":\"a\"}", "{\"123456789012345678\":\"a\"}", "{\"x\":\"a\"}",
      "{\"\":\"a\"}", "{\"-\":\"a\"}", "{\"1.0\":\"a\"}", "{\"\\u0031\":\"a\"}", "{\"1\":\"a\",\"1\":\"b\"}",
      "{\"1\":\"a\",\"1\":2}",
      "{\"1\":2}", "{\"1\":null}", "[]", "null", "1", "{\"one_2\":\"a\"}",
    ])
  func numbered(_ text: String) {
    for strategy: JSONDecoder.KeyDecodingStrategy in [.useDefaultKeys, .convertFromSnakeCase] {
      let (foundation, refinery) = outcomes([Int: String].self, text) { $0.keyDecodingStrategy = strategy }
      #expect(foundation == refinery)
      let (one, other) = outcomes([[Int: String]].self, "[\(text),\(text)]") { $0.keyDecodingStrategy = strategy }
      #expect(one == other)
    }
  }

  @Test("A name that is not UTF-8 is refused with the path of its object, by JSONReadable too")
  func badName() {
    struct One: Equatable, JSONReadable {
      static let jsonKeys: JSONKeys = ["a"]
      var a: Int?
      init(json: inout JSONReader) throws {
        var members = try json.object(Self.jsonKeys)
        while try json.next(in: &members) != nil { try json.skip() }
      }
    }
    let data = Data("[{\"a\":1},{\"a\":1,\"".utf8) + [0xFF] + Data("\":2}]".utf8)
    let direct = Outcome { try JSONModelDecoder().decode([One].self, from: data) }
    #expect(direct == .failure("corrupted", path: ["Index 1"]))
  }

  @Test("A custom key strategy gets the whole path of each member")
  func closure() throws {
    struct Inner: Decodable, Equatable { var value: Int }
    struct Outer: Decodable, Equatable { var first: [Inner], second: [String: Inner] }
    let text = "{\"FIRST\":[{\"VALUE\":1},{\"VALUE\":2}],\"SECOND\":{\"Kept\":{\"VALUE\":3}},\"other\":0}"
    let (foundation, refinery) = outcomes(Outer.self, text) {
      $0.keyDecodingStrategy = .custom { path in
        PlainKey(stringValue: path.count < 6 ? path.last?.stringValue.lowercased() ?? "" : "too deep")
      }
    }
    #expect(foundation == refinery)
    #expect(refinery == .value(Outer(first: [Inner(value: 1), Inner(value: 2)], second: ["Kept": Inner(value: 3)])))
  }

  struct PlainKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
