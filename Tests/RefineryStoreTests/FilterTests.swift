import RefineryCore
import RefineryStore
import Testing

/// What filters and queries decide without a store. `StoreContract` has the checks of stores.
@Suite("Filters", .timeLimit(.minutes(5))) struct FilterTests {
  @Test("H02: a query for records after a position does not contain the record at it")
  func position() throws {
    var query = RecordQuery()
    query.position = 5
    func record(_ position: Int64) -> StoredRecord {
      StoredRecord(collection: "c", key: "k", content: [:], position: position)
    }
    #expect(try (4...6).map { try query.contains(record($0)) } == [false, false, true])
  }

  @Test("H02: a number beyond binary floating point is less or greater than all others, by its sign")
  func hugeNumbers() throws {
    let (low, high) = (try JSONValue(parsing: "-1e400"), try JSONValue(parsing: "1e400"))
    #expect(try (Member("n") < 0).matches(["n": low]))
    #expect(try !(Member("n") < 0).matches(["n": high]))
    #expect(try (Member("n") > 0).matches(["n": high]))
    #expect(try (Member("n") > low).matches(["n": 0]))
    #expect(try (Member("n") < high).matches(["n": 0]))
  }
}
