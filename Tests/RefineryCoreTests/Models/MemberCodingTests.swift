import Foundation
import RefineryCore
import Testing

struct MemberCodingTests {
  private func read(_ name: String, _ json: String) throws -> CodedValues {
    try JSONCoder().decode(CodedValues.self, from: Data(#"{"\#(name)":\#(json)}"#.utf8))
  }

  @Test(
    "S03: a coding writes what it read",
    arguments: [
      ("unix", "1439434356"), ("unix", "-1"), ("unix", "0.1"), ("unix", "1439434356.79"), ("unix", "1439434356.123456"),
      ("unix", "253402300800"), ("millis", "1439434356790"), ("millis", "-5"), ("mail", #""Wed, 18 Aug 2010 20:01:40 +0000""#),
      ("mail", #""Thu, 01 Jan 1970 00:00:00 +0000""#), ("microsoft", #""/Date(1439434356790+0000)/""#),
      ("microsoft", #""/Date(-62135596800000+0000)/""#), ("internet", #""2026-01-02T03:04:05Z""#),
      ("internet", #""2026-01-02T03:04:05.678Z""#), ("internet", #""2026-01-02T03:04:05.678901Z""#),
      ("internet", #""1960-01-02T03:04:05.000001Z""#), ("int", #""-7""#), ("int64", #""9223372036854775807""#),
      ("double", #""0.25""#), ("double", #""1e+300""#), ("decimal", #""12345678901234567890.12""#), ("flag", #""true""#),
      ("flag", #""false""#), ("bytes", #""AP/+""#), ("urlBytes", #""AP_-Zg""#), ("list", #"["1","2"]"#), ("list", "[]"),
      ("map", #"{"a":[1,2.5],"b":[]}"#),
    ])
  func roundTrip(name: String, json: String) throws {
    let text = String(decoding: try JSONCoder().encode(try read(name, json)), as: UTF8.self)
    #expect(text == #"{"\#(name)":\#(json)}"#)
  }

  @Test(
    "S03: a coding reads other forms of the same value, and writes its own",
    arguments: [
      ("unix", "1.5e3", "1500"), ("unix", "7.0", "7"),
      ("mail", #""18 Aug 2010 22:01:40 +0200""#, "Wed, 18 Aug 2010 20:01:40 +0000"),
      ("mail", #""Wed, 8 Aug 2010 20:01 GMT""#, "Sun, 08 Aug 2010 20:01:00 +0000"),
      ("mail", #""Wed,  18  Aug 10 15:01:40 EST""#, "Wed, 18 Aug 2010 20:01:40 +0000"),
      ("mail", #""Wednesday, 18 Aug 2010 15:01:40 -0530""#, "Wed, 18 Aug 2010 20:31:40 +0000"),
      ("microsoft", #""/Date(1439434356790)/""#, "/Date(1439434356790+0000)/"),
      ("microsoft", #""2019-02-21T16:29:47.96-08:00""#, "/Date(1550795387960+0000)/"),
      ("microsoft", #""/Date(-5-0700)/""#, "/Date(-5+0000)/"), ("microsoft", #""\/Date(7)\/""#, "/Date(7+0000)/"),
      ("internet", #""2026-01-02T03:04:05.5+09:00""#, "2026-01-01T18:04:05.500Z"), ("int", "7", "7"),
      ("int64", "9007199254740993", "9007199254740993"), ("decimal", "1.25", "1.25"), ("flag", "true", "true"),
      ("urlBytes", #""AP_-Zg==""#, "AP_-Zg"),
    ])
  func otherForms(name: String, json: String, written: String) throws {
    let values = try JSONValue(parsing: try JSONCoder().encode(try read(name, json)))
    let value = try #require(values[name])
    #expect(value.string ?? value.number?.text == written)
  }

  @Test(
    "S03: a coding refuses what is no value of it, with the kind of the error and the path",
    arguments: [
      ("unix", #""7""#, MappingError.Kind.wrongType), ("unix", "1e400", .invalid), ("millis", "[]", .wrongType),
      ("mail", "7", .wrongType), ("mail", #""""#, .invalid), ("mail", #""Wed, 32 Aug 2010 20:01:40 +0000""#, .invalid),
      ("mail", #""Wed, 18 Aug 2010 20:01:40 +0060""#, .invalid), ("mail", #""Wed, 18 Aug 2010 20:01:40 XYZ""#, .invalid),
      ("mail", #""18 Aug 2010 25:01:40 +0000""#, .invalid), ("mail", #""18 Aug +200 20:01:40 +0000""#, .invalid),
      ("microsoft", #""/Date()/""#, .invalid), ("microsoft", #""/Date(7+00)/""#, .invalid),
      ("microsoft", #""/Date(+)/""#, .invalid), ("microsoft", #""/Date(""#, .invalid),
      ("microsoft", #""/Date(9e9)/""#, .invalid),
      ("internet", #""2026-02-30T00:00:00Z""#, .invalid), ("internet", "7", .wrongType), ("int", #""0x10""#, .invalid),
      ("int", #""9223372036854775808""#, .invalid), ("int", "1.5", .invalid), ("int64", "{}", .wrongType),
      ("double", #""nan""#, .invalid), ("double", #""0x1p3""#, .invalid), ("double", #""""#, .invalid),
      ("decimal", #""1 apple""#, .invalid), ("decimal", #""1-2""#, .invalid), ("decimal", #""1.2.3""#, .invalid),
      ("flag", #""yes""#, .invalid), ("flag", "1", .wrongType), ("bytes", #""A""#, .invalid), ("bytes", "1", .wrongType),
      ("urlBytes", #""AP/+""#, .invalid), ("list", "{}", .wrongShape), ("map", "[]", .wrongShape),
    ])
  func refusal(name: String, json: String, kind: MappingError.Kind) {
    let error = #expect(throws: MappingError.self) { try read(name, json) }
    #expect(error?.kind == kind)
    #expect(error?.codingPath == [name])
  }

  @Test("S03: the path of an error within a coded list or dictionary ends at the element")
  func pathWithin() {
    let list = #expect(throws: MappingError.self) { try read("list", #"["1","x"]"#) }
    #expect(list?.codingPath == ["list", "[1]"])
    let map = #expect(throws: MappingError.self) { try read("map", #"{"a":[1,null]}"#) }
    #expect(map?.kind == .null)
    #expect(map?.codingPath == ["map", "a", "[1]"])
  }

  @Test("S03: a date or number that has no form is refused when it is written")
  func unwritable() {
    func error(_ change: (inout CodedValues) -> Void) -> MappingError? {
      var values = CodedValues()
      change(&values)
      return #expect(throws: MappingError.self) { try JSONCoder().encode([values]) }
    }
    let endless = Date(timeIntervalSince1970: .infinity)
    let errors = [
      error { $0.unix = endless }, error { $0.millis = endless }, error { $0.mail = endless },
      error { $0.microsoft = endless }, error { $0.internet = Date(timeIntervalSince1970: 1e12) },
      error { $0.double = .nan }, error { $0.decimal = .nan },
    ]
    #expect(errors.allSatisfy { $0?.kind == .unencodable })
    #expect(errors.map { $0?.codingPath.last } == ["unix", "millis", "mail", "microsoft", "internet", "double", "decimal"])
  }

  @Test("S03: codings work with Foundation's coders, and in forms")
  func otherCoders() throws {
    let json = Data(#"{"unix":7.5,"list":["1"],"map":{"a":[1]},"bytes":"AP/+","int64":"5"}"#.utf8)
    let values = try JSONDecoder().decode(CodedValues.self, from: json)
    #expect(try JSONValue(parsing: try JSONEncoder().encode(values)) == JSONValue(parsing: json))
    let form = Data("int=5&mail=Wed%2C+18+Aug+2010+20%3A01%3A40+%2B0000&unix=7".utf8)
    let read = try FormCoder().decode(CodedValues.self, from: form)
    #expect(read.unix == Date(timeIntervalSince1970: 7))
    #expect(try FormCoder().encode(read) == form)
  }

  @Test("S03: a coding of one's own; its error is the underlying one")
  func own() throws {
    #expect(try read("own", "90").own == .seconds(90))
    #expect(try JSONCoder().encode(try read("own", "90")) == Data(#"{"own":90}"#.utf8))
    let error = #expect(throws: MappingError.self) { try read("own", #""x""#) }
    #expect(error?.codingPath == ["own"])
    #expect(error?.underlying is NoSeconds)
  }
}

private struct NoSeconds: Error {}

extension MemberCoding<Duration> {
  fileprivate static var seconds: Self {
    MemberCoding(
      decode: { json in
        guard let seconds = json.int else { throw NoSeconds() }
        return .seconds(seconds)
      },
      encode: { .number($0.components.seconds) })
  }
}

/// One member for each coding.
private struct CodedValues: ObjectModel {
  var unix, millis, mail, microsoft, internet: Date?
  var int: Int?
  var int64: Int64?
  var double: Double?
  var decimal: Decimal?
  var flag: Bool?
  var bytes, urlBytes: Data?
  var list: [Int]?
  var map: [String: [Date]]?
  var own: Duration?

  init() {}
  init(_ unread: Unread) {}

  mutating func list(_ members: Members) {
    members.optional("unix", &unix, .unixTime)
    members.optional("millis", &millis, .unixMilliseconds)
    members.optional("mail", &mail, .rfc2822)
    members.optional("microsoft", &microsoft, .microsoftDate)
    members.optional("internet", &internet, .rfc3339)
    members.optional("int", &int, .text)
    members.optional("int64", &int64, .text)
    members.optional("double", &double, .text)
    members.optional("decimal", &decimal, .text)
    members.optional("flag", &flag, .text)
    members.optional("bytes", &bytes, .base64)
    members.optional("urlBytes", &urlBytes, .base64url)
    members.optional("list", &list, .list(.text))
    members.optional("map", &map, .dictionary(.list(.unixTime)))
    members.optional("own", &own, .seconds)
  }
}
