import FoundationEssentials
import RefineryAuth
import RefineryTesting

extension CredentialVaultContract {
  static let failures: [Check] = [
    Check("after a failure no lease is granted until the end of the pause") { context in
      let lease = try await context.leased().lease
      try await context.vault.fail(lease, because: "first", pause: Context.long)
      for _ in 0..<2 { try await context.failed("first", atMost: Context.long) }
      let other = context.name + " short"
      let second = try await context.leased(other).lease
      try await context.vault.fail(second, because: "second", pause: context.short)
      let next = try await context.leasedAfterShort(other).lease
      try context.expect(next.token > second.token, "a greater token", saw: "\(next.token)")
      try await context.held(other)
    },
    Check("a pause does not keep an instance from an entry that it has not seen") { context in
      let first = try await context.leased().lease
      try await context.save("one", under: first)
      let second = try await context.leased(seen: first.token).lease
      try await context.vault.fail(second, because: "no", pause: Context.long)
      let entry = try await context.entry()
      try context.expect(entry.version == first.token, "the entry", saw: "version \(entry.version)")
      try await context.failed("no", seen: first.token, atMost: Context.long)
    },
    Check("a failure without a pause lets the next instance renew at once") { context in
      let first = try await context.leased().lease
      try await context.save("one", under: first)
      let second = try await context.leased(seen: first.token).lease
      try await context.vault.fail(second, because: "no", pause: .zero)
      let (third, old) = try await context.leased(seen: first.token)
      try context.expect(third.token > second.token && old?.version == first.token, "a new lease with the same entry")
      let isSaved = try await context.vault.save(Data("two".utf8), lifetime: nil, retention: nil, under: second)
      try context.expect(!isSaved, "that a lease that has failed saves nothing", saw: "a change")
    },
    Check("a reason is returned as it was stated") { context in
      for reason in ["", "a 'quoted' \"reason\" with \\ and %20", "é e\u{301} 日本", String(repeating: "x", count: 500)] {
        let name = context.name + reason
        let lease = try await context.leased(name).lease
        try await context.vault.fail(lease, because: reason, pause: Context.long)
        try await context.failed(reason, name, atMost: Context.long)
      }
    },
  ]
}
