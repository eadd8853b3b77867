import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

@Suite struct QueryTests {
  private let api = client(StubTransport(.document(#"{"data":[]}"#)))

  /// The query, with brackets decoded.
  private func query<Output>(_ call: Call<Output>) throws -> String {
    let target = try #require(try api.makeRequest(for: call).head.path)
    #expect(!target.contains("[") && !target.contains("]"))
    return target.split(separator: "?").dropFirst().joined()
      .replacing("%5B", with: "[").replacing("%5D", with: "]")
  }

  @Test("D23: include, sort, fields, filter and page are written as the standard says") func exact() throws {
    let call = Article.enumerate().page(.number(2, size: 20)).filter(["title": "a,b", "year": 5])
      .fields("people", ["name", "age"]).sort("title", "-created").include("author", "comments.author")
    #expect(
      try query(call) == """
        include=author,comments.author&sort=title,-created&fields[people]=name,age&filter[title]=a%2Cb&filter[year]=5\
        &page[number]=2&page[size]=20
        """)
    #expect(try query(Article.enumerate().sort("a", "-b")) == "sort=a,-b")
    #expect(try query(Article.enumerate()) == "")
  }

  @Test("D24: what is said twice is merged into one item") func merged() throws {
    let call = Article.enumerate().include("a", "b").sort("x", "-y").fields("t", ["p"]).filter(["k": 1, "l": 2])
      .include("b", "c").sort("y", "z").fields("t", ["p", "q"]).filter(["k": 3]).page(.number(1, size: 5)).page(.number(2))
    #expect(
      try query(call)
        == "include=a,b,c&sort=x,y,z&fields[t]=p,q&filter[l]=2&filter[k]=3&page[number]=2")
    let plain = Article.enumerate(["include": "a", "fields[t]": "p"]).query(["include": "b", "fields[t]": "q"])
    #expect(try query(plain) == "include=b&fields[t]=q")
  }

  @Test("D25: several fields items are in the same order every time") func fieldOrder() throws {
    let names = ["people", "articles", "comments", "tags", "a", "b"]
    for _ in 0..<20 {
      #expect(
        try query(names.shuffled().reduce(Article.enumerate()) { $0.fields($1, ["x", "y"]) }) == """
          fields[a]=x,y&fields[articles]=x,y&fields[b]=x,y&fields[comments]=x,y&fields[people]=x,y&fields[tags]=x,y
          """)
    }
    #expect(try query(Article.enumerate().fields("people", [])) == "fields[people]=")
  }

  @Test("D26, F10: strategies of one's own give their items in order, and page keys can be chosen") func strategies() throws {
    let ranges = [
      Query.Item("filter[age][gt]", 5), Query.Item("filter[age][lt]", 9), Query.Item("q", "z"), Query.Item("q", "a"),
    ]
    let after = PageQuery([Query.Item("page[after]", "abc")])
    #expect(
      try query(Article.enumerate().filter(ranges).page(after))
        == "filter[age][gt]=5&filter[age][lt]=9&q=z&q=a&page[after]=abc")
    #expect(try query(Article.enumerate().filter(ranges).filter(ranges)) == "filter[age][gt]=5&filter[age][lt]=9&q=z&q=a")
    #expect(try query(Article.enumerate().page(.offset(40, limit: 20))) == "page[offset]=40&page[limit]=20")
    #expect(try query(Article.enumerate().page(.cursor("c d", key: "p"))) == "p[cursor]=c%20d")
    #expect(try query(Article.enumerate().page(.number(2, key: "p"))) == "p[number]=2")
    #expect(try query(Article.enumerate().page(.offset(nil, limit: 5))) == "page[limit]=5")
    #expect(try query(Article.enumerate().page(.number(nil))) == "")
  }

  @Test("D29: items of one's own are put behind, with their order and repetitions") func customItems() throws {
    let call = Article.read("1").queryItems([Query.Item("z", "1"), Query.Item("a", "2"), Query.Item("z", "3")])
      .queryItems([Query.Item("a", "2")])
    #expect(try query(call) == "z=1&a=2&z=3&a=2")
    #expect(try query(call.include("author")) == "z=1&a=2&z=3&a=2&include=author")
    let body = Article.create(["title": "T"]).queryItems([Query.Item("x", "1"), Query.Item("x", "1")])
    #expect(try query(body) == "x=1&x=1")
  }
}
