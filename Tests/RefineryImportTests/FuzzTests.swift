#if Import
  import RefineryImport
  import RefineryTesting
  import Testing

  /// Random descriptions.
  @Suite struct FuzzTests {
    @Test("S01: no description stops an import, and importing again gives the same", arguments: 0..<4 as Range<UInt64>)
    func imports(_ block: UInt64) throws {
      for seed in block * 10..<block * 10 + 10 {
        var random = RandomDescription(seed: seed)
        let (paths, schemas) = random.parts()
        let first = try Imported(RandomDescription.text(paths, schemas))
        #expect(first.table.groups.flatMap(\.rows).count >= 6, "seed \(seed)")
        let again = try Imported(RandomDescription.text(paths, schemas), lock: NameLock(first.names))
        #expect(again.files.map(\.text) == first.files.map(\.text), "seed \(seed)")
        // In another order, the lock keeps every name.
        let turned = try Imported(
          RandomDescription.text(paths.reversed(), schemas.reversed()), lock: NameLock(first.names))
        let changed = first.names.filter { turned.names[$0.key] != nil && turned.names[$0.key] != $0.value }
        #expect(changed == [:], "seed \(seed)")
      }
    }

    @Test("S01: a long chain of types is imported")
    func chain() throws {
      // 1,500 schemas, each of which has the next.
      let chain = (0..<1500).map { index in
        "S\(index): {type: object, required: [n], properties: {n: {$ref: '#/components/schemas/S\(min(index + 1, 1499))'}}}"
      }
      let imported = try Imported(Imported.schemas(chain))
      #expect(imported.table.used.count >= 1500)
      #expect(imported.missing(["struct S700: ObjectModel { public var n: S701"]) == [])
    }

    @Test("S01: wide descriptions are imported")
    func growth() throws {
      // A union of 500 branches that are unions of the next ones.
      let unions = (0..<60).map { index in
        let branches = (0..<60).map { "{$ref: '#/components/schemas/U\(($0 + index) % 60)'}" }.joined(separator: ", ")
        return
          "U\(index): {oneOf: [\(branches), {type: object, required: [a\(index)], properties: {a\(index): {type: string}}}]}"
      }
      #expect(try Imported(Imported.schemas(unions)).table.used.count > 60)
    }
  }
#endif
