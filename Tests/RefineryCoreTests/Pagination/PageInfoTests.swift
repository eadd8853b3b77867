import HTTPTypes
import RefineryCore
import Testing

@Suite struct PageInfoTests {
  private func info(_ fields: [(String, String)]) throws -> PageInfo {
    var headers = HTTPFields()
    for (name, value) in fields { headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
    return PageInfo(headers)
  }

  @Test(
    "F02, F03: number, size and total come from header fields of any case, with and without X-",
    arguments: [
      ["X-Page", "X-Per-Page", "X-Total"], ["x-page", "x-per-page", "x-total"], ["Page", "Per-Page", "Total"],
      ["PAGE", "per-page", "total-objects"], ["page", "X-PER-PAGE", "X-Total-Count"], ["Page", "Per-Page", "Total-Records"],
    ])
  func names(names: [String]) throws {
    #expect(try info([(names[0], "5"), (names[1], "20"), (names[2], "100")]) == PageInfo(number: 5, size: 20, total: 100))
  }

  @Test(
    "F04: what is missing or no number is missing, and the rest stands",
    arguments: ["", "abc", "-5", "+5", "5.0", "5,5", "99999999999999999999", "٥", "0x5", "5 5", "\u{7F}"])
  func garbage(value: String) throws {
    #expect(try info([("X-Page", value), ("X-Per-Page", "20")]) == PageInfo(size: 20))
    #expect(try info([]) == PageInfo())
    #expect(try info([("X-Total", value), ("Total", "7")]).total == 7)
    #expect(try info([("X-Total", " 7 ")]).total == 7)
  }

  @Test(
    "F05: there is more while number times size is below the total",
    arguments: [
      (1, 5, 12, true), (2, 5, 8, false), (2, 5, 10, false), (2, 5, 11, true), (0, 5, 1, true), (1, 0, 0, false),
      (Int.max, 2, 100, false), (Int.max, Int.max, Int.max, false),
    ])
  func more(number: Int, size: Int, total: Int, expected: Bool) {
    #expect(PageInfo(number: number, size: size, total: total).more == expected)
  }

  @Test("F05: nothing is known of more where a part is missing")
  func unknown() {
    #expect(PageInfo(number: 1, size: 5).more == nil)
    #expect(PageInfo(number: 1, total: 5).more == nil)
    #expect(PageInfo(size: 1, total: 5).more == nil)
  }
}
