import FoundationEssentials
import RefineryJSON
import Testing

/// Models whose members are the elements of an array, by position.
@Suite struct ArrayCodingKeyTests {
  struct Point: Codable, Equatable {
    var time: Double
    var value: Double
    enum CodingKeys: Int, ArrayCodingKey { case time, value }
  }

  struct Candle: Codable, Equatable {
    var time: Int
    var close: Double
    var volume: Int?
    var note: String?
    enum CodingKeys: Int, ArrayCodingKey { case time, close = 4, volume, note }
  }

  struct Series: Codable, Equatable {
    var values: [Point]
    var last: Point?
  }

  private func read<Value: Decodable & Equatable>(_ type: Value.Type, _ text: String) -> Outcome<Value> {
    Outcome { try JSONModelDecoder().decode(type, from: Data(text.utf8)) }
  }

  private func written(_ value: some Encodable, nulls: Bool = false) throws -> String {
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.writesNulls = nulls
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("A model reads itself from an array: as the document, as an element, as a member")
  func reading() {
    #expect(read(Point.self, "[1.5,2]") == .value(Point(time: 1.5, value: 2)))
    #expect(read([Point].self, "[[1,2],[3,4]]") == .value([Point(time: 1, value: 2), Point(time: 3, value: 4)]))
    let series = Series(values: [Point(time: 1, value: 2)], last: Point(time: 3, value: 4))
    #expect(read(Series.self, #"{"last":[3,4],"values":[[1,2]]}"#) == .value(series))
    #expect(read(Series.self, #"{"values":[[1,2]],"last":null}"#) == .value(Series(values: series.values)))
  }

  @Test("Raw values are positions, other elements are ignored, and an optional is nil past the end")
  func positions() {
    #expect(read(Candle.self, "[1,[],{},0,5]") == .value(Candle(time: 1, close: 5)))
    #expect(read(Candle.self, #"[1,2,3,4,5,null,"x",{},[[]]]"#) == .value(Candle(time: 1, close: 5, note: "x")))
    #expect(read(Candle.self, "[1,2,3,4]") == .failure("missing close", path: []))
    #expect(read(Point.self, "[]") == .failure("missing time", path: []))
  }

  @Test("An error has the names of the keys in its path")
  func errors() {
    #expect(read([Point].self, #"[[1,2],[3,4],[5,6],[7,"x"]]"#) == .failure("mismatch Double", path: ["Index 3", "value"]))
    #expect(read([Point].self, "[[1,2],[null,4]]") == .failure("null Double", path: ["Index 1", "time"]))
    #expect(read([Point].self, "[[1,2],[3]]") == .failure("missing value", path: ["Index 1"]))
    #expect(read([Point].self, "[[1,2],[3,4e999]]") == .failure("corrupted", path: ["Index 1", "value"]))
    struct Pair: Decodable, Equatable {
      var points: [Point]
      enum CodingKeys: Int, ArrayCodingKey { case points }
    }
    let outcome = read([Pair].self, "[[[[1,2],[true,2]]]]")
    #expect(outcome == .failure("mismatch Double", path: ["Index 0", "points", "Index 1", "time"]))
  }

  @Test("An object is read by the names of the cases, also between arrays")
  func objects() {
    let points = [Point(time: 1, value: 2), Point(time: 3, value: 4), Point(time: 5, value: 6), Point(time: 7, value: 8)]
    let text = #"[[1,2],{"value":4,"time":3},[5,6],{"time":7,"value":8}]"#
    #expect(read([Point].self, text) == .value(points))
    #expect(read(Point.self, "3") == .failure("mismatch Dictionary<String, Any>", path: []))
    #expect(read(Point.self, "null") == .failure("null Dictionary<String, Any>", path: []))
  }

  @Test("Only these keys read an array; other keys with numbers refuse it, as Foundation's decoder does")
  func otherKeys() throws {
    struct Plain: Codable, Equatable {
      var time: Int
      enum CodingKeys: Int, CodingKey { case time }
    }
    let (foundation, refinery) = outcomes(Plain.self, "[1]")
    #expect(foundation == refinery && refinery == .failure("mismatch Dictionary<String, Any>", path: []))
    let (theirs, ours) = outcomes([Int: Int].self, "[1]")
    #expect(theirs == ours)
    #expect(try written(Plain(time: 1)) == #"{"time":1}"#)
  }

  @Test("Every kind of value is read and written at its position")
  func kinds() throws {
    struct All: Codable, Equatable {
      var a: Bool, b: String, c: Float, d: Int8, e: UInt64, f: Int128, g: UInt128, h: [Int], i: Date, j: [String: Int]
      var k: Bool?, l: String?, m: Float?, n: Int8?, o: UInt64?, p: Int128?, q: UInt128?, r: [Int]?, s: Double?, t: Int?
      enum CodingKeys: Int, ArrayCodingKey { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t }
    }
    let big = "170141183460469231731687303715884105727"
    let required = "true,\"é\",1.5,-7,18446744073709551615,\(big),\(big),[1],2,{\"x\":1}"
    let short = "[\(required)]"
    let long = "[\(required),false,\"\",0.5,1,2,3,4,[],2.5,9]"
    for text in [short, long] {
      let value = try JSONModelDecoder().decode(All.self, from: Data(text.utf8))
      #expect(value.b == "é" && value.f == .max && (value.t == 9) == (text == long))
      #expect(try written(value) == text)
      #expect(try written([value, value]) == "[\(text),\(text)]")
    }
    let nulls = "[\(required)" + String(repeating: ",null", count: 10) + "]"
    #expect(try written(JSONModelDecoder().decode(All.self, from: Data(nulls.utf8)), nulls: true) == nulls)
  }

  @Test("A model is written as an array again, with null at skipped positions")
  func writing() throws {
    #expect(try written(Point(time: 1, value: 2)) == "[1,2]")
    let candles = [Candle(time: 1, close: 2), Candle(time: 1, close: 2, note: "a"), Candle(time: 1, close: 2, volume: 3)]
    #expect(try written(candles) == #"[[1,null,null,null,2],[1,null,null,null,2,null,"a"],[1,null,null,null,2,3]]"#)
    #expect(try written(Candle(time: 1, close: 2), nulls: true) == "[1,null,null,null,2,null,null]")
    let series = [Series(values: [Point(time: 1, value: 2)], last: Point(time: 3, value: 4)), Series(values: [])]
    #expect(try written(series) == #"[{"last":[3,4],"values":[[1,2]]},{"values":[]}]"#)
    struct Absent: Encodable {
      var a: Int?
      enum CodingKeys: Int, ArrayCodingKey { case a }
    }
    #expect(try written([Absent()]) == "[[]]")
  }

  @Test("A position that cannot be written is an error with the path, and never an object")
  func unwritable() {
    struct Reversed: Encodable {
      var a = 1, b = 2
      enum CodingKeys: Int, ArrayCodingKey { case a = 1, b = 0 }
    }
    struct Negative: Encodable {
      var a = 1
      enum CodingKeys: Int, ArrayCodingKey { case a = -1 }
    }
    struct Far: Encodable {
      var a = 1
      enum CodingKeys: Int, ArrayCodingKey { case a = 1_000_000_000 }
    }
    struct Above: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Point.CodingKeys.self)
        try Point(time: 1, value: 2).encode(to: container.superEncoder(forKey: .time))
        try container.encode(1, forKey: .value)
      }
    }
    func path(_ value: some Encodable) -> String? {
      let error = #expect(throws: EncodingError.self) { try written(value) }
      guard case .invalidValue(_, let context)? = error else { return nil }
      return context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    #expect(
      path([Reversed()]) == "Index 0.b" && path(["x": Negative()]) == "x.a" && path(Far()) == "a" && path(Above()) == "time")
    #expect(path([Point(time: 1, value: 2), Point(time: 3, value: .nan)]) == "Index 1.value")
    #expect(path(Series(values: [Point(time: .infinity, value: 2)])) == "values.Index 0.time")
  }

  @Test("Nested containers and super decoders are at positions, too")
  func nested() throws {
    struct Nested: Codable, Equatable {
      var seen: [String] = []
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Candle.CodingKeys.self)
        seen.append("\(container.allKeys.map(\.stringValue)) \(container.contains(.note)) \(container.codingPath.count)")
        seen.append("\(try container.decodeNil(forKey: .time)) \(try container.superDecoder(forKey: .close).codingPath.count)")
        let point = try container.nestedContainer(keyedBy: Point.CodingKeys.self, forKey: .close)
        seen.append("\(point.codingPath.map(\.stringValue)) \(try point.decode(Int.self, forKey: .value))")
        var list = try container.nestedUnkeyedContainer(forKey: .volume)
        seen.append("\(list.codingPath.map(\.stringValue)) \(try list.decode(Bool.self))")
        seen.append("\(try container.superDecoder(forKey: .note).singleValueContainer().decodeNil())")
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Candle.CodingKeys.self)
        try container.encodeNil(forKey: .time)
        var point = container.nestedContainer(keyedBy: Point.CodingKeys.self, forKey: .close)
        try point.encode(7, forKey: .value)
        var list = container.nestedUnkeyedContainer(forKey: .volume)
        try list.encode(true)
      }
    }
    let text = "[null,null,null,null,[null,7],[true]]"
    #expect(try written(Nested()) == text && written(["a": [Nested()]]) == "{\"a\":[\(text)]}")
    let seen = try JSONModelDecoder().decode([Nested].self, from: Data("[\(text)]".utf8))[0].seen
    #expect(
      seen == [
        #"["time", "close", "volume"] false 1"#, "true 2", #"["Index 0", "close"] 7"#, #"["Index 0", "volume"] true"#, "true",
      ])
  }

  @Test("A container that a model keeps still reads its own array")
  func kept() throws {
    struct Keeping: Decodable {
      let container: KeyedDecodingContainer<Point.CodingKeys>
      init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Point.CodingKeys.self) }
    }
    let text = "[" + (0..<50).map { $0 % 3 == 0 ? "{\"time\":\($0)}" : "[\($0)]" }.joined(separator: ",") + "]"
    let models = try JSONModelDecoder().decode([Keeping].self, from: Data(text.utf8))
    #expect(try models.map { try $0.container.decode(Int.self, forKey: .time) } == Array(0..<50))
    #expect(models.map { $0.container.codingPath.map(\.stringValue) } == (0..<50).map { ["Index \($0)"] })
    #expect(try models.allSatisfy { try $0.container.decodeIfPresent(Int.self, forKey: .value) == nil })
  }

  @Test("Rules for names do not change positions")
  func rules() throws {
    var decoder = JSONModelDecoder()
    decoder.memberName = { "x_" + $0 }
    #expect(try decoder.decode([Point].self, from: Data("[[1,2]]".utf8)) == [Point(time: 1, value: 2)])
    var encoder = JSONModelEncoder()
    encoder.memberName = { "x_" + $0 }
    #expect(try encoder.encode([Point(time: 1, value: 2)]) == Data("[[1,2]]".utf8))
    var snake = JSONModelDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try snake.decode([Point].self, from: Data("[[1,2]]".utf8)) == [Point(time: 1, value: 2)])
  }

  @Test("An array of many elements is read up to the positions of the keys")
  func long() throws {
    let long = "[1,2" + String(repeating: ",0", count: 400_000) + "]"
    #expect(read(Point.self, long) == .value(Point(time: 1, value: 2)))
    struct Last: Decodable, Equatable {
      var last: Int
      enum CodingKeys: Int, ArrayCodingKey { case last = 400_001 }
    }
    #expect(read(Last.self, long) == .value(Last(last: 0)))
    struct Beyond: Decodable, Equatable {
      var last: Int?
      enum CodingKeys: Int, ArrayCodingKey { case last = 9_223_372_036_854_775_807 }
    }
    #expect(read(Beyond.self, long) == .value(Beyond()))
  }
}
