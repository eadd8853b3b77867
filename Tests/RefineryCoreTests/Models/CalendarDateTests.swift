import Foundation
import RefineryCore
import Testing

struct CalendarDateTests {
  @Test(
    "S03: a day of the calendar is read and written as text",
    arguments: ["2026-01-31", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"])
  func roundTrip(text: String) throws {
    let json = Data(#"["\#(text)"]"#.utf8)
    let dates = try JSONCoder().decode([CalendarDate].self, from: json)
    #expect(try JSONCoder().encode(dates) == json)
    #expect(CalendarDate(text)?.description == text)
  }

  @Test(
    "S03: a day that does not exist, and any other text, is refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-31", "26-01-31",
      "2026-01-31Z",
      "2026-01-31T00:00:00Z", "+026-01-31", "2026/01/31", "", "２０２６-01-31", "2026-01-3é",
    ])
  func refusal(text: String) {
    #expect(CalendarDate(text) == nil)
    let error = #expect(throws: MappingError.self) {
      try JSONCoder().decode([CalendarDate].self, from: Data(#"["\#(text)"]"#.utf8))
    }
    #expect(error?.kind == .invalid)
    #expect(error?.codingPath == ["[0]"])
  }

  @Test("S03: days are compared, and converted to points in time in UTC")
  func conversion() throws {
    let leapDay = try #require(CalendarDate(year: 2024, month: 2, day: 29))
    let next = try #require(CalendarDate(year: 2024, month: 3, day: 1))
    #expect(leapDay < next)
    #expect(next.startInUTC.timeIntervalSince(leapDay.startInUTC) == 86_400)
    #expect(CalendarDate(utc: next.startInUTC.addingTimeInterval(-0.001)) == leapDay)
    #expect(CalendarDate(utc: Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(CalendarDate(year: 2026, month: .max, day: 1) == nil)
    #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
  }

  @Test("S03: in a path and a query a day is its text")
  func requests() throws {
    let day = try #require(CalendarDate("2026-01-31"))
    #expect(PathValue(id: day) == "2026-01-31")
    #expect(QueryEncoder().encode(["day": day]) == "day=2026-01-31")
  }
}
