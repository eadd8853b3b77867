import FoundationEssentials
import RefineryAuth
import RefineryTesting

extension CredentialVaultContract {
  static let leases: [Check] = [
    Check("a name without an entry gets a lease, and the others wait for its end") { context in
      let (_, old) = try await context.leased()
      try context.expect(old == nil, "no entry to replace", saw: "one")
      for _ in 0..<3 { try await context.held() }
    },
    Check("one of 50 instances that ask at the same time gets the lease") { context in
      let checkouts = try await withThrowingTaskGroup(of: CredentialCheckout.self) { group in
        for _ in 0..<50 { group.addTask { try await context.checkOut() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let leases = checkouts.filter { if case .leased = $0 { true } else { false } }
      let waits = checkouts.filter { if case .held = $0 { true } else { false } }
      try context.expect(
        leases.count == 1 && waits.count == 49, "1 lease and 49 waits", saw: "\(leases.count) and \(waits.count)")
    },
    Check("the token of each lease is greater than all earlier ones of its name") { context in
      var last = Int64.min
      for _ in 0..<5 {
        let lease = try await context.leased().lease
        try context.expect(lease.token > last, "a token greater than \(last)", saw: "\(lease.token)")
        last = lease.token
        try await context.vault.fail(lease, because: "next", pause: .zero)
      }
      let lease = try await context.leased().lease
      try await context.save("short", lifetime: context.short, retention: context.short, under: lease)
      let next = try await context.leasedAfterShort(seen: lease.token).lease
      try context.expect(next.token > lease.token, "a greater token after the entry has expired", saw: "\(next.token)")
    },
    Check("a lease that is over is granted again, and its old holder changes nothing any more") { context in
      let late = try await context.leased(for: context.short).lease
      let current = try await context.leasedAfterShort().lease
      let isSaved = try await context.vault.save(Data("late".utf8), lifetime: nil, retention: nil, under: late)
      try context.expect(!isSaved, "that the late holder saves nothing", saw: "a change")
      let isExtended = try await context.vault.extend(late, by: Context.long)
      try context.expect(!isExtended, "that the late holder extends nothing", saw: "an extension")
      try await context.vault.fail(late, because: "late", pause: Context.long)
      try await context.held()
      try await context.save("current", under: current)
      let entry = try await context.entry()
      try context.expect(entry.data == Data("current".utf8), "the entry of the current holder")
    },
    Check("a lease that is over and was not granted again can be extended") { context in
      let lease = try await context.leased(for: context.short).lease
      try await context.waitForShort()
      let isExtended = try await context.vault.extend(lease, by: Context.long)
      try context.expect(isExtended, "an extension", saw: "a refusal")
      try await context.held()
    },
    Check("a lease that is over and was not granted again can save") { context in
      let lease = try await context.leased(for: context.short).lease
      try await context.waitForShort()
      try await context.save("late", under: lease)
      let entry = try await context.entry()
      try context.expect(entry.version == lease.token, "the entry of the late holder", saw: "version \(entry.version)")
    },
    Check("an extended lease lasts longer, and ends") { context in
      let lease = try await context.leased(for: context.short).lease
      var isExtended = try await context.vault.extend(lease, by: Context.long)
      try context.expect(isExtended, "an extension", saw: "a refusal")
      try await context.waitForShort()
      try await context.held()
      isExtended = try await context.vault.extend(lease, by: context.short)
      try context.expect(isExtended, "an extension that sets an earlier end", saw: "a refusal")
      let next = try await context.leasedAfterShort().lease
      try context.expect(next.token > lease.token, "a greater token", saw: "\(next.token)")
    },
    Check("a lease ends when its holder has saved") { context in
      let lease = try await context.leased().lease
      try await context.save("one", under: lease)
      let isSaved = try await context.vault.save(Data("two".utf8), lifetime: nil, retention: nil, under: lease)
      try context.expect(!isSaved, "that a lease saves once", saw: "a second change")
      let isExtended = try await context.vault.extend(lease, by: Context.long)
      try context.expect(!isExtended, "that a lease that has ended is not extended", saw: "an extension")
      try await context.vault.fail(lease, because: "ended", pause: Context.long)
      let entry = try await context.entry()
      try context.expect(entry.data == Data("one".utf8), "the first entry")
      let next = try await context.leased(seen: lease.token).lease
      try context.expect(next.token > lease.token, "a greater token", saw: "\(next.token)")
    },
    Check("instances that renew at the same time never have a lease together") { context in
      let count = 8
      let saved = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for instance in 0..<count {
          group.addTask {
            var saved: [Int64] = []
            var seen: Int64?
            while saved.count < 5 {
              switch try await context.checkOut(seen: seen) {
              case .entry(let entry): seen = entry.version
              case .leased(let lease, let old):
                try context.expect(old.map { $0.version < lease.token } ?? true, "an older entry to replace")
                try await context.save("\(instance)", under: lease)
                saved.append(lease.token)
                seen = lease.token
              default: await Task.yield()
              }
            }
            return saved
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try context.expect(Set(saved).count == count * 5, "\(count * 5) different tokens", saw: "\(Set(saved).count)")
      let entry = try await context.entry()
      try context.expect(entry.version == saved.max(), "the last entry", saw: "version \(entry.version)")
    },
  ]
}
