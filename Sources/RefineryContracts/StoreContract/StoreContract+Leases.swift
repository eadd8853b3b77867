import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  private static let long = Duration.seconds(600)

  static let leases: [LeaseCheck] = [
    LeaseCheck("a lease is held by one store at a time, until it is released") { check in
      let mine = try await check.first.lease(["a", "b"], in: "c", lasting: long)
      try check.expect(Set(mine.map(\.name)), ["a", "b"], "names")
      let theirs = try await check.second.lease(["b", "d"], in: "c", lasting: long)
      try check.expect(theirs.map(\.name), ["d"], "names")
      try check.expect(try await check.first.lease(["a"], in: "c", lasting: long).count, 0, "leases of a held name")
      try check.expect(try await check.second.lease(["a"], in: "other", lasting: long).count, 1, "leases in another collection")
      try await check.first.release(mine)
      let later = try await check.second.lease(["a", "b"], in: "c", lasting: long)
      try check.expect(Set(later.map(\.name)), ["a", "b"], "names")
      let tokens = mine.map(\.token)
      try check.expect(later.allSatisfy { lease in tokens.allSatisfy { $0 < lease.token } }, true, "greater tokens")
      try check.expect(Set(later.map(\.holder)).isDisjoint(with: mine.map(\.holder)), true, "another holder")
    },
    LeaseCheck("names of leases are compared by their bytes") { check in
      let names = ["x", "x\u{0}", "x\u{0}y", "e\u{301}", "\u{e9}", ""]
      try check.expect(try await check.first.lease(names, in: "c", lasting: long).count, names.count, "leases")
      try check.expect(try await check.second.lease(names, in: "c", lasting: long).count, 0, "leases")
    },
    LeaseCheck("the changes of a store whose lease another one has taken are refused") { check in
      let old = try await check.first.lease(["a"], in: "c", lasting: .zero)
      let new = try await check.second.lease(["a"], in: "c", lasting: long)
      try check.expect(new.count, 1, "leases")
      try await check.expect(.leaseLost, "a write without its lease") {
        try await check.first.write(holding: old) { try $0.setValue("old", for: "v", in: "c") }
      }
      try await check.second.write(holding: new) { try $0.setValue("new", for: "v", in: "c") }
      try check.expect(try await check.first.read { try $0.value(for: "v", in: "c") }, "new", "value")
      try check.expect(try await check.first.extend(old, lasting: long).count, 0, "extended leases")
      try await check.first.release(old)
      try check.expect(try await check.first.lease(["a"], in: "c", lasting: long).count, 0, "leases")
    },
    LeaseCheck("a lease that ended can be extended until someone else takes it") { check in
      let lease = try await check.first.lease(["a"], in: "c", lasting: .zero)
      try check.expect(try await check.first.extend(lease, lasting: long), lease, "leases")
      try check.expect(try await check.second.lease(["a"], in: "c", lasting: long).count, 0, "leases")
      try await check.first.write(holding: lease) { try $0.setValue("1", for: "v", in: "c") }
    },
    LeaseCheck("a write that throws while it holds leases changes nothing") { check in
      let lease = try await check.first.lease(["a"], in: "c", lasting: long)
      do {
        try await check.first.write(holding: lease) { store in
          try store.setValue("1", for: "v", in: "c")
          throw Undone()
        }
      } catch is Undone {}
      try check.expect(try await check.second.read { try $0.value(for: "v", in: "c") }, nil, "value")
    },
    LeaseCheck("many tasks that want the same leases get each of them once") { check in
      let names = (0..<20).map { "n\($0)" }
      let taken = try await withThrowingTaskGroup(of: [StoreLease].self) { group in
        for task in 0..<8 {
          let store = task % 2 == 0 ? check.first : check.second
          group.addTask { try await store.lease(task % 3 == 0 ? names.reversed() : names, in: "c", lasting: long) }
        }
        return try await group.reduce(into: [StoreLease]()) { $0 += $1 }
      }
      try check.expect(taken.map(\.name).sorted(), names.sorted(), "names")
    },
  ]
}
