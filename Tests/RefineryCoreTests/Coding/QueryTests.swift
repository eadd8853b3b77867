import Foundation
import RefineryCore
import Testing

@Suite struct QueryTests {
  @Test("B09, L07: keys are sorted, lists have brackets, and everything reserved is escaped") func defaults() {
    #expect(QueryEncoder().encode(["tags": ["x", "y"], "a": 1]) == "a=1&tags%5B%5D=x&tags%5B%5D=y")
    #expect(QueryEncoder().encode(["k": .object(["s": "v", "a": ["b": 1]])]) == "k%5Ba%5D%5Bb%5D=1&k%5Bs%5D=v")
    #expect(
      QueryEncoder().encode(["q": "a+b c&d=e/f?g#h%é~-._😀"]) == "q=a%2Bb%20c%26d%3De%2Ff%3Fg%23h%25%C3%A9~-._%F0%9F%98%80")
    #expect(QueryEncoder().encode(["a b&": ""]) == "a%20b%26=")
    #expect(QueryEncoder().encode(["t": true, "f": false, "d": 1.5, "w": 2.0, "n": -3]) == "d=1.5&f=false&n=-3&t=true&w=2")
  }

  @Test("L07: the list forms are brackets, repeated, comma and indexed") func arrays() {
    let query: Query = ["k": ["a", "b,c"]]
    #expect(QueryEncoder(arrays: .brackets).encode(query) == "k%5B%5D=a&k%5B%5D=b%2Cc")
    #expect(QueryEncoder(arrays: .repeated).encode(query) == "k=a&k=b%2Cc")
    #expect(QueryEncoder(arrays: .comma).encode(query) == "k=a,b%2Cc")
    #expect(QueryEncoder(arrays: .indexed).encode(query) == "k%5B0%5D=a&k%5B1%5D=b%2Cc")
  }

  @Test("L07: lists of objects and of lists have a form too") func mixedArrays() {
    let query: Query = ["k": .array([["s": 1], [2, 3]])]
    #expect(QueryEncoder(arrays: .brackets).encode(query) == "k%5B%5D%5Bs%5D=1&k%5B%5D%5B%5D=2&k%5B%5D%5B%5D=3")
    #expect(QueryEncoder(arrays: .repeated).encode(query) == "k%5Bs%5D=1&k=2&k=3")
    #expect(QueryEncoder(arrays: .comma).encode(query) == "k%5B0%5D%5Bs%5D=1&k%5B1%5D=2,3")
    #expect(QueryEncoder(arrays: .indexed).encode(query) == "k%5B0%5D%5Bs%5D=1&k%5B1%5D%5B0%5D=2&k%5B1%5D%5B1%5D=3")
  }

  @Test("L07: objects, and lists that have some, can be one value of JSON") func json() {
    let encoder = QueryEncoder(arrays: .repeated, objects: .json)
    let query: Query = [
      "a": .object(["s": "v&", "n": QueryValue.array([.int(1), .double(2.5), .bool(true)])]), "b": .array([["c": 1]]),
      "d": ["x", "y"], "e": .object([:]),
    ]
    #expect(
      encoder.encode(query)
        == "a=%7B%22s%22%3A%22v%26%22%2C%22n%22%3A%5B1%2C2.5%2Ctrue%5D%7D&b=%5B%7B%22c%22%3A1%7D%5D&d=x&d=y")
    let date = Date(timeIntervalSince1970: 1.5)
    let dates: Query = ["a": .object(["d": QueryValue.date(date), "n": QueryValue.null])]
    #expect(encoder.encode(dates).removingPercentEncoding == #"a={"d":"1970-01-01T00:00:01.500Z","n":null}"#)
    #expect(
      QueryEncoder(objects: .json, dates: .secondsSince1970).encode(dates).removingPercentEncoding == #"a={"d":1.5,"n":null}"#)
  }

  @Test("L07: objects can be written with dots, booleans as numbers") func dotsAndNumbers() {
    #expect(QueryEncoder(objects: .dots).encode(["k": ["s": ["t": 1]]]) == "k.s.t=1")
    #expect(QueryEncoder(booleans: .numbers).encode(["t": true, "f": false]) == "f=0&t=1")
  }

  @Test("L07: dates are text, seconds or milliseconds") func dates() {
    let query: Query = ["d": Date(timeIntervalSince1970: 1_700_000_000.5)]
    #expect(QueryEncoder().encode(query) == "d=2023-11-14T22%3A13%3A20.500Z")
    #expect(QueryEncoder(dates: .secondsSince1970).encode(query) == "d=1700000000.5")
    #expect(QueryEncoder(dates: .milliseconds).encode(query) == "d=1700000000500")
    #expect(QueryEncoder().encode(["d": Date(timeIntervalSince1970: .nan)]) == "")
  }

  @Test("L07: keys without a value are left out, empty or bare") func nulls() {
    let query: Query = ["a": nil, "b": 1, "l": [nil, 2]]
    #expect(QueryEncoder().encode(query) == "b=1&l%5B%5D=2")
    #expect(QueryEncoder(nulls: .empty).encode(query) == "a=&b=1&l%5B%5D=&l%5B%5D=2")
    #expect(QueryEncoder(nulls: .bare).encode(query) == "a&b=1&l%5B%5D&l%5B%5D=2")
    #expect(QueryEncoder(arrays: .comma).encode(query) == "b=1&l=2")
    #expect(QueryEncoder(arrays: .comma, nulls: .empty).encode(query) == "a=&b=1&l=,2")
    #expect(QueryEncoder(arrays: .indexed).encode(query) == "b=1&l%5B1%5D=2")
  }

  private enum Kind: String, QueryConvertible { case new, old }

  @Test("B09: variables of every common type are values of a query, beside literals and nil") func variables() throws {
    let (limit, name, missing, flag, ratio) = (20, "Ann", String?.none, true, 0.5)
    let (tags, filter, kind) = (["a", "b"], ["age": 7], Kind.new)
    let since = Date(timeIntervalSince1970: 0)
    let id = try #require(UUID(uuidString: "0123ABCD-4567-89EF-FEDC-BA9876543210"))
    let json: JSONValue = ["x": 1]
    let query: Query = [
      "limit": limit, "name": name, "missing": missing, "flag": flag, "ratio": ratio, "tags": tags, "filter": filter,
      "kind": kind,
      "since": since, "id": id, "json": json, "narrow": UInt8(3), "wide": UInt64.max, "part": name.dropFirst(),
      "float": Float(0.1),
      "page": 2, "none": nil, "mixed": .array([1, "a"]), "both": .object(["name": name, "n": 1]),
    ]
    let asWritten = QueryEncoder(order: .asWritten)
    let expected =
      "limit=20&name=Ann&flag=true&ratio=0.5&tags[]=a&tags[]=b&filter[age]=7&kind=new&since=1970-01-01T00:00:00Z"
      + "&id=0123abcd-4567-89ef-fedc-ba9876543210&json[x]=1&narrow=3&wide=18446744073709551615&part=nn&float=0.1&page=2"
      + "&mixed[]=1&mixed[]=a&both[name]=Ann&both[n]=1"
    #expect(
      asWritten.encode(query).replacing("%5B", with: "[").replacing("%5D", with: "]").replacing("%3A", with: ":") == expected)
    #expect(try wire(Person.enumerate(["limit": limit])) == "GET http://h:1/api/people?limit=20")
  }

  @Test("A11: identifiers of an encoded model are in lower case in a query") func identifiers() throws {
    struct Filter: Encodable { var id: UUID }
    let id = UUID()
    #expect(try QueryEncoder().encode(Query(encoding: Filter(id: id))) == "id=\(id.uuidString.lowercased())")
  }

  @Test("B09, L07: the order is by key at every level, or as written; lists keep theirs") func order() {
    let query: Query = ["b": 1, "a": .object(["z": 1, "y": [3, 1, 2]]), "B": 2]
    let sorted = "B=2&a%5By%5D%5B%5D=3&a%5By%5D%5B%5D=1&a%5By%5D%5B%5D=2&a%5Bz%5D=1&b=1"
    for _ in 0..<10 { #expect(QueryEncoder().encode(query) == sorted) }
    #expect(QueryEncoder(arrays: .comma, order: .asWritten).encode(query) == "b=1&a%5Bz%5D=1&a%5By%5D=3,1,2&B=2")
  }

  @Test("L07: what is empty writes nothing") func empty() {
    #expect(QueryEncoder().encode([:]) == "")
    #expect(QueryEncoder().encode(["a": .array([]), "b": .object([:])]) == "")
    #expect(QueryEncoder(arrays: .comma).encode(["a": [String]()]) == "")
  }

  @Test(
    "L08: a query already in the target is kept, and a fragment stays at the end",
    arguments: [
      ("/x", "/x?b=2"), ("/x?a=1", "/x?a=1&b=2"), ("/x?", "/x?b=2"), ("/x?a=1&", "/x?a=1&b=2"), ("/x#f", "/x?b=2#f"),
      ("/x?a=1#f?g", "/x?a=1&b=2#f?g"), ("/x#f?g", "/x?b=2#f?g"), ("", "?b=2"), ("/x?b=1", "/x?b=1&b=2"),
    ])
  func appending(_ target: String, _ expected: String) {
    var result = target
    QueryEncoder().append(["b": 2], to: &result)
    #expect(result == expected)
    result = target
    QueryEncoder().append([:], to: &result)
    QueryEncoder().append(["n": nil], to: &result)
    #expect(result == target)
  }

  @Test("E08: queries merge per key, and the call wins") func merging() {
    var service: Query = ["page": 1, "lang": "de"]
    service.append("page", 2)
    let merged = service.merging(["page": 9, "q": "x"])
    #expect(merged == Query([.init("lang", "de"), .init("page", 9), .init("q", "x")]))
    #expect(service.merging([:]) == service)
    #expect(service["page"] == 2)
    #expect(service["none"] == nil)
  }

  @Test("B22: a model becomes a query; properties without a value are left out and dates stay dates") func encoding() throws {
    struct Filter: Encodable {
      var name: String?
      var limit: Int?
      var tags: [String]
      var since: Date
      var range: [String: Double]
      var big = UInt64.max
    }
    let query = try Query(
      encoding: Filter(limit: 5, tags: ["a"], since: Date(timeIntervalSince1970: 0.25), range: ["min": 0.5]))
    #expect(
      query == [
        "limit": 5, "tags": ["a"], "since": Date(timeIntervalSince1970: 0.25), "range": ["min": 0.5],
        "big": "18446744073709551615",
      ])
    #expect(QueryEncoder(dates: .milliseconds).encode(query).contains("since=250"))
  }

  @Test("I02, B22: what is no object, or cannot be encoded, is an error") func encodingFaults() throws {
    #expect(try #require(throws: MappingError.self) { try Query(encoding: [1, 2]) }.kind == .wrongShape)
    #expect(try #require(throws: MappingError.self) { try Query(encoding: ["a": Double.nan]) }.codingPath == ["a"])
  }

  @Test("B09: values are made from what programs have") func values() {
    #expect(Kind.new.queryValue == "new")
    #expect("abc".dropFirst().queryValue == "bc")
    #expect(UInt8(5).queryValue == 5)
    #expect(UInt64.max.queryValue == "18446744073709551615")
    #expect(["a", "b"].queryValue == ["a", "b"])
    #expect([1, 2].queryValue == [1, 2])
    #expect(JSONValue.null.queryValue == nil)
    let id = UUID()
    #expect(id.queryValue == .string(id.uuidString.lowercased()))
  }
}
