import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  static let sorting: [Check] = [
    Check("sorting puts missing first, then numbers, then text by its bytes") { check in
      try await check.fill([
        ["id": 0, "name": "Ann", "age": 30, "city": "Oslo", "isIn": true],
        ["id": 1, "name": "Bea", "age": 17.5, "city": nil, "isIn": false],
        ["id": 2, "name": "Åse", "age": "30"],
        ["id": 3, "name": "ann", "age": 30.0, "tags": ["a", "b"]],
        ["id": 4, "name": "it's", "age": -1],
        ["id": 5, "name": "", "age": [1], "city": "Bergen"],
      ])
      func ids(_ sort: RecordQuery.Order..., limit: Int? = nil) async throws -> [Int] {
        try await check.found(RecordQuery(sort: sort, limit: limit)).compactMap { $0.content["id"]?.int }
      }
      try check.expect(try await ids(.ascending("age")), [4, 1, 0, 3, 2, 5], "by age")
      try check.expect(try await ids(.descending("age")), [5, 2, 0, 3, 1, 4], "by age, descending")
      try check.expect(try await ids(.ascending("city"), .descending("id")), [4, 3, 2, 1, 5, 0], "by city and id")
      try check.expect(try await ids(.ascending("name")), [5, 0, 1, 3, 4, 2], "by name")
      try check.expect(try await ids(.descending("isIn"), limit: 2), [0, 1], "by a boolean")
      try check.expect(try await ids(.descending("tags.0"), limit: 2), [3, 0], "by a place in a list")
      try check.expect(try await ids(limit: 0), [], "none")
    },
    Check("a negative limit or offset means no limit or offset, and the greatest limit can be used") { check in
      try await check.fill((1...3).map { ["n": .number($0)] })
      for sort in [[], [RecordQuery.Order.ascending("n")], [.ascending("n.0")]] {
        var changed = RecordQuery(sort: sort, limit: 0, offset: 2)
        changed.limit = -1
        changed.offset = -2
        for query in [
          RecordQuery(sort: sort, limit: -1), RecordQuery(sort: sort, offset: -1), RecordQuery(sort: sort, limit: .min),
          RecordQuery(where: RecordFilter { _ in true }, sort: sort, limit: -1), changed,
        ] {
          try check.expect(try await check.found(query).map(\.key), ["0", "1", "2"], "keys")
        }
        let rest = RecordQuery(sort: sort, limit: .max, offset: 1)
        try check.expect(try await check.found(rest).map(\.key), ["1", "2"], "keys")
      }
    },
    Check("the first of many sorted records are right, with every limit and offset") { check in
      let numbers = (0..<3_000).map { $0 * 7_919 % 3_001 }
      try await check.fill(numbers.map { ["n": .number($0), "even": .bool($0 % 2 == 0)] })
      let sorted = numbers.sorted()
      for (limit, offset) in [(5, 0), (5, 10), (1_500, 1_000), (10, 2_995), (5_000, 0)] {
        let query = RecordQuery(sort: [.ascending("n")], limit: limit, offset: offset)
        let found = try await check.found(query).compactMap { $0.content["n"]?.int }
        try check.expect(found == Array(sorted.dropFirst(offset).prefix(limit)), true, "the sorted numbers")
      }
      let even = RecordQuery(where: Member("even") == true && RecordFilter { $0["n"] != 2 }, sort: [.descending("n")], limit: 3)
      let expected = Array(sorted.filter { $0 % 2 == 0 && $0 != 2 }.reversed().prefix(3))
      try check.expect(try await check.found(even).compactMap { $0.content["n"]?.int }, expected, "numbers")
      let odd = RecordQuery(where: RecordFilter { ($0["n"]?.int ?? 0) % 2 == 1 }, limit: 700, offset: 600)
      let unsorted = Array(numbers.filter { $0 % 2 == 1 }.dropFirst(600).prefix(700))
      try check.expect(try await check.found(odd).compactMap { $0.content["n"]?.int } == unsorted, true, "the odd numbers")
    },
  ]
}
