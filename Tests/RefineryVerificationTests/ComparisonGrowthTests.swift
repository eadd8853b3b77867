#if Import
  import RefineryOpenAPI
  import RefineryVerification
  import Testing

  @Suite("S06: what a comparison costs")
  struct ComparisonGrowthTests {
    /// Schemas that refer to each other: each to the next two, the last to the first.
    private func ring(_ count: Int, operations: Int = 3) -> Description {
      var ring = Description(title: "Ring", version: "1")
      for index in 0..<count {
        ring.define(
          "Node\(index)",
          .object([
            .member("next", .reference("Node\((index + 1) % count)"), required: true),
            .member("further", .array(.reference("Node\((index + 2) % count)"))), .member("name", .init(.string)),
          ]))
      }
      for index in 0..<operations {
        ring.add("operation\(index)", "GET", "/\(index)") { operation in
          operation.responses = [.json(200, .reference("Node\(index * 7 % count)"))]
        }
      }
      ring.placePointers()
      return ring
    }

    @Test("schemas that refer to each other are each compared once")
    func linear() {
      let small = Comparison(ring(200), ring(200)).comparisons
      let large = Comparison(ring(2_000), ring(2_000)).comparisons

      #expect(small > 200)
      #expect(large < 11 * small)
    }

    @Test("a long chain of schemas does not exhaust the stack, and its end is compared")
    func deep() {
      var changed = ring(5_000)
      changed.edit(schema: "Node4990") { $0.edit("name") { $0.schema = .init(.integer) } }
      changed.placePointers()

      let found = Comparison(ring(5_000), changed).drifts

      #expect(found.map(\.kind) == [.type])
      #expect(found.first?.operations.count == 3)
    }

    @Test("rings of different lengths end, with a note")
    func rings() {
      let comparison = Comparison(ring(211), ring(199))

      #expect(comparison.drifts == [])
      #expect(comparison.comparisons < 80 * 211)
      #expect(comparison.notes.count == 1)
    }

    @Test("references in a circle, and an allOf of itself, end")
    func circles() {
      var circle = Description(title: "Circle", version: "1")
      circle.define("A", .reference("B"))
      circle.define("B", .reference("A"))
      circle.define("C", .all([.reference("C"), .object([.member("name", .init(.string))])]))
      circle.define("D", .union([.reference("D"), .array(.reference("D"))]))
      circle.define("Lost", .reference("Nowhere"))
      for name in ["A", "C", "D", "Lost"] {
        circle.add(name, "GET", "/\(name)") { $0.responses = [.json(200, .reference(name))] }
      }
      circle.placePointers()
      var changed = circle
      changed.edit(schema: "C") { $0.editObject { $0.properties[0].schema = .init(.boolean) } }
      changed.placePointers()

      #expect(Comparison(circle, circle).drifts == [])
      #expect(Comparison(circle, changed).drifts.map(\.kind) == [.type])
    }

    @Test("a union of very many branches without names is compared in bounded work")
    func unions() {
      func wide(_ prefix: String) -> Description {
        var wide = Description(title: "Wide", version: "1")
        let branches = (0..<2_000).map { index in
          Schema.object([.member("\(prefix)\(index)", .init(.string)), .member("id\(index)", .init(.string))])
        }
        wide.add("read", "GET", "/") { $0.responses = [.json(200, .union(branches))] }
        wide.placePointers()
        return wide
      }

      #expect(Comparison(wide("a"), wide("a")).drifts == [])
      #expect(Comparison(wide("a"), wide("b")).comparisons < 10_000)
    }
  }
#endif
