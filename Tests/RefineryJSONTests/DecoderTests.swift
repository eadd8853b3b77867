import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct DecoderTests {
  struct Inner: Codable, Equatable { var x: Int, y: String? }
  struct Model: Codable, Equatable {
    var id: Int, name: String, ratio: Double, small: UInt8?, flag: Bool, inner: Inner, list: [Inner], tags: [String]
  }

  @Test("C01 a model is read with its members in any order, and with unknown members")
  func order() throws {
    let members = [
      "\"id\":1", "\"name\":\"Ann\"", "\"ratio\":0.5", "\"small\":7", "\"flag\":true",
      "\"inner\":{\"y\":null,\"x\":2,\"z\":[{}]}",
      "\"list\":[{\"x\":3},{\"x\":4,\"y\":\"y\"}]", "\"tags\":[\"a\",\"b\"]", "\"unknown\":{\"id\":[9]}",
    ]
    let expected = Model(
      id: 1, name: "Ann", ratio: 0.5, small: 7, flag: true, inner: Inner(x: 2, y: nil),
      list: [Inner(x: 3, y: nil), Inner(x: 4, y: "y")],
      tags: ["a", "b"])
    for turn in members.indices {
      let text = "{" + (members[turn...] + members[..<turn]).joined(separator: ",") + "}"
      #expect(try JSONModelDecoder().decode(Model.self, from: Data(text.utf8)) == expected)
    }
  }

  @Test(
    "A mismatch is the same error at the same path as Foundation's",
    arguments: [
      "{}", "null", "[]", "1", "{\"id\":null}", "{\"id\":\"1\"}", "{\"id\":1}", "{\"id\":1,\"name\":{}}",
      #"{"id":1,"name":"","ratio":0,"flag":null}"#, #"{"id":1,"name":"","ratio":0,"flag":true,"inner":{"x":[]}}"#,
      #"{"id":1,"name":"","ratio":0,"flag":true,"inner":{"x":1},"list":[{"x":1},{"y":"a"}]}"#,
      #"{"id":1,"name":"","ratio":0,"flag":true,"inner":{"x":1},"list":[{"x":1},null]}"#,
      #"{"id":1,"name":"","ratio":0,"flag":true,"inner":{"x":1},"list":[],"tags":["a",1]}"#,
      #"{"id":1,"name":"","ratio":0,"flag":true,"inner":{"x":1},"list":[],"tags":{}}"#,
      #"{"id":1,"name":"","ratio":0,"small":"a"}"#, #"{"id":1,"name":"","ratio":0,"flag":true,"inner":null}"#,
    ])
  func errors(_ text: String) {
    let (foundation, refinery) = outcomes(Model.self, text)
    #expect(foundation == refinery)
  }

  @Test("A number that does not fit is reported with its path; Foundation reports none")
  func unfitting() {
    let (foundation, refinery) = outcomes([String: [Int8]].self, "{\"a\":[1,128]}")
    #expect(foundation == .failure("corrupted", path: []))
    #expect(refinery == .failure("corrupted", path: ["a", "Index 1"]))
  }

  @Test(
    "Integers of every width are read up to their limits",
    arguments: [
      "0", "-0", "127", "128", "-128", "-129", "255", "256", "32768", "65536", "2147483648", "4294967296", "9007199254740993",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "18446744073709551616", "1.0", "1e2", "1.5", "9007199254740993.0", "1e19", "1e20", "1e-400", "-1",
      "170141183460469231731687303715884105727", "340282366920938463463374607431768211455",
    ])
  func widths(_ text: String) {
    func compare<Number: Decodable & Equatable>(_ type: Number.Type) {
      let (foundation, refinery) = outcomes(type, text)
      #expect(foundation == refinery, "\(type)")
    }
    compare(Int8.self)
    compare(Int16.self)
    compare(Int32.self)
    compare(Int64.self)
    compare(Int.self)
    compare(UInt8.self)
    compare(UInt16.self)
    compare(UInt32.self)
    compare(UInt64.self)
    compare(UInt.self)
    compare(Int128.self)
    compare(UInt128.self)
    compare(Float.self)
    compare(Double.self)
    compare(Decimal.self)
  }

  @Test("A number beyond 2^53 with a fraction is refused for an integer; Foundation drops the fraction")
  func fraction() {
    let (foundation, refinery) = outcomes(Int.self, "12345678901234567.5")
    #expect(foundation == .value(12_345_678_901_234_567))
    #expect(refinery == .failure("corrupted", path: []))
  }

  @Test("Zero with an exponent is zero; Foundation refuses it")
  func zero() {
    let (foundation, refinery) = outcomes(Double.self, "0e9")
    #expect(foundation == .failure("corrupted", path: []))
    #expect(refinery == .value(0))
  }

  @Test("C20 of repeated members the first one counts: in small and large objects, in dictionaries, and when read twice")
  func repetition() throws {
    struct Twice: Decodable, Equatable {
      var a: Int, b: Int, again: Int
      enum CodingKeys: CodingKey { case a, b }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        a = try container.decode(Int.self, forKey: .a)
        b = try container.decode(Int.self, forKey: .b)
        again = try container.decode(Int.self, forKey: .a)
      }
    }
    let filler = (0..<40).map { "\"k\($0)\":0," }.joined()
    for filler in ["", filler] {
      let text = "{\(filler)\"b\":1,\"a\":2,\"a\":3,\"b\":4}"
      let (foundation, refinery) = outcomes(Twice.self, text)
      #expect(foundation == refinery)
      #expect(refinery == .value(try JSONModelDecoder().decode(Twice.self, from: Data("{\"a\":2,\"b\":1}".utf8))))
      #expect(try JSONModelDecoder().decode([String: Int].self, from: Data(text.utf8))["a"] == 2)
    }
  }

  @Test("Objects with many members find every member, and no other")
  func wide() throws {
    let text = "{" + (0..<300).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Wide: Decodable {
      var found: [Int] = []
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for number in (0..<300).reversed() {
          found.append(try container.decode(Int.self, forKey: Key(stringValue: "key\(number)")))
        }
        #expect(!container.contains(Key(stringValue: "key300")))
        #expect(container.allKeys.map(\.stringValue) == (0..<300).map { "key\($0)" })
      }
    }
    #expect(try JSONModelDecoder().decode(Wide.self, from: Data(text.utf8)).found == Array((0..<300).reversed()))
  }

  @Test("Several tasks use one decoder at once")
  func sharing() async throws {
    let decoder = JSONModelDecoder()
    let data = Data("[{\"x\":1},{\"x\":2,\"y\":\"b\"}]".utf8)
    try await withThrowingTaskGroup(of: [Inner].self) { group in
      for _ in 0..<16 { group.addTask { try decoder.decode([Inner].self, from: data) } }
      for try await list in group { #expect(list == [Inner(x: 1, y: nil), Inner(x: 2, y: "b")]) }
    }
  }
}
