import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct QuotedScalarTests {
  private struct Form: Decodable, Equatable {
    var flag: Bool?
    var number: Int?
    var wide: UInt64?
    var double: Double?
    var float: Float?
    var decimal: Decimal?
    var list: [Int]?
    var text: String?
  }

  private func form(_ text: String, accepting: Bool = true) throws -> Form {
    var decoder = JSONModelDecoder()
    decoder.acceptsQuotedScalars = accepting
    return try decoder.decode(Form.self, from: Data(text.utf8))
  }

  @Test("C18: with quoted scalars, numbers and booleans are read from strings too, and strings stay strings")
  func accepted() throws {
    let json = """
      {"flag":"true","number":"-7","wide":"18446744073709551615","double":"1.5e3","float":"0.1","decimal":"12.340",\
      "list":["1",2,"30e1"],"text":"5"}
      """
    let expected = Form(
      flag: true, number: -7, wide: .max, double: 1500, float: 0.1, decimal: Decimal(string: "12.34"), list: [1, 2, 300],
      text: "5")
    #expect(try form(json) == expected)
    for (text, flag) in [("1", true), ("0", false), ("false", false)] {
      #expect(try form(#"{"flag":"\#(text)"}"#) == Form(flag: flag))
    }
    #expect(try form(#"{"flag":true,"number":3}"#) == Form(flag: true, number: 3))
  }

  @Test(
    "C18: other strings are refused, and so are all without the setting",
    arguments: [
      #"{"flag":"yes"}"#, #"{"flag":"TRUE"}"#, #"{"number":"x"}"#, #"{"number":""}"#, #"{"number":"1 "}"#, #"{"number":"01"}"#,
      #"{"number":"1.5"}"#, #"{"double":"NaN"}"#, #"{"double":"0x1"}"#, #"{"float":"-"}"#, #"{"decimal":"1e"}"#,
      #"{"wide":"18446744073709551616"}"#, #"{"text":5}"#,
    ])
  func refused(_ text: String) {
    #expect(throws: DecodingError.self) { try form(text) }
    #expect(throws: DecodingError.self) { try form(#"{"number":"7"}"#, accepting: false) }
    #expect(throws: DecodingError.self) { try form(#"{"flag":"true"}"#, accepting: false) }
  }

  @Test("C18: with quoted scalars, the strategy's strings are still infinity and NaN")
  func nonConforming() throws {
    var decoder = JSONModelDecoder()
    decoder.acceptsQuotedScalars = true
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let form = try decoder.decode(Form.self, from: Data(#"{"double":"-inf","float":"inf"}"#.utf8))
    #expect(form == Form(double: -.infinity, float: .infinity))
    #expect(try decoder.decode([Double].self, from: Data(#"["1.5","nan"]"#.utf8)).map(\.isNaN) == [false, true])
    #expect(throws: DecodingError.self) { try decoder.decode([Double].self, from: Data(#"["infinity"]"#.utf8)) }
  }

  @Test("C18: a type that reads itself accepts quoted scalars")
  func readable() throws {
    struct Mixed: JSONReadable {
      var flags: [Bool], numbers: [Int]
      static let keys: JSONKeys = ["flags", "numbers"]

      init(json: inout JSONReader) throws {
        var members = try json.object(Self.keys)
        (flags, numbers) = ([], [])
        while let member = try json.next(in: &members) {
          if member == 0 { flags = try json.value() } else { numbers = try json.value() }
        }
      }
    }
    var decoder = JSONModelDecoder()
    decoder.acceptsQuotedScalars = true
    let document = Data(#"{"flags":["true",false,"1","0"],"numbers":["7",8]}"#.utf8)
    let mixed = try decoder.decode(Mixed.self, from: document)
    #expect(mixed.flags == [true, false, true, false] && mixed.numbers == [7, 8])
    #expect(throws: DecodingError.self) { try decoder.decode(Mixed.self, from: Data(#"{"flags":["yes"]}"#.utf8)) }
    #expect(throws: DecodingError.self) { try JSONModelDecoder().decode(Mixed.self, from: document) }
  }
}
