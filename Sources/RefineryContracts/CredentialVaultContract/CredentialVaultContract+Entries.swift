import FoundationEssentials
import RefineryAuth
import RefineryTesting

extension CredentialVaultContract {
  static let entries: [Check] = [
    Check("an entry has the token of its lease as version, its bytes, and the rest of its lifetime") { context in
      let lease = try await context.leased().lease
      let bytes = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) })
      let isSaved = try await context.vault.save(bytes, lifetime: Context.long, retention: Context.long, under: lease)
      try context.expect(isSaved, "that the holder of the lease saves an entry", saw: "a refusal")
      for seen in [nil, lease.token - 1, lease.token + 1] {
        let entry = try await context.entry(seen: seen)
        try context.expect(entry.version == lease.token, "version \(lease.token)", saw: "version \(entry.version)")
        try context.expect(entry.data == bytes, "the bytes as they were saved")
        let isRest = entry.remaining.map { $0 > .zero && $0 <= Context.long } ?? false
        try context.expect(isRest, "a rest of the lifetime above zero and up to \(Context.long)")
      }
    },
    Check("an entry without bytes and without a lifetime is an entry") { context in
      let lease = try await context.leased().lease
      try await context.save("", under: lease)
      try await context.waitForShort()
      let entry = try await context.entry()
      try context.expect(entry.data.isEmpty && entry.remaining == nil, "no bytes, and no rest of a lifetime")
    },
    Check("an entry that the instance has seen gives a lease, with the entry to replace") { context in
      let first = try await context.leased().lease
      try await context.save("one", lifetime: Context.long, under: first)
      let (second, old) = try await context.leased(seen: first.token)
      try context.expect(old?.version == first.token && old?.data == Data("one".utf8), "the entry to replace")
      try await context.held(seen: first.token)
      // The others use the old one until then.
      let entry = try await context.entry()
      try context.expect(entry.version == first.token, "the old entry", saw: "version \(entry.version)")
      try await context.save("two", lifetime: Context.long, under: second)
      let next = try await context.entry(seen: first.token)
      try context.expect(next.version == second.token && next.data == Data("two".utf8), "the new entry")
    },
    Check("an entry is not returned in the last twentieth of its lifetime, but with the lease") { context in
      let lease = try await context.leased().lease
      try await context.save("short", lifetime: context.short, under: lease)
      let (_, old) = try await context.leasedAfterShort()
      try context.expect(old?.version == lease.token && old?.data == Data("short".utf8), "the expired entry with the lease")
      try context.expect(old?.remaining.map { $0 <= context.short / 20 } ?? false, "the end of its lifetime")
      guard let advance = context.advance else { return }
      // The exact bounds need a clock that the check advances.
      for (lifetime, skew) in [(Duration.seconds(100), Duration.seconds(5)), (.seconds(3_600), .seconds(15))] {
        let name = "\(context.name) \(lifetime)"
        let lease = try await context.leased(name).lease
        try await context.save("exact", lifetime: lifetime, under: lease)
        try await advance(lifetime - skew - .seconds(1))
        let entry = try await context.entry(name)
        try context.expect(entry.version == lease.token, "the entry before its last \(skew)")
        try await advance(.seconds(2))
        _ = try await context.leased(name)
      }
    },
    Check("an entry whose lifetime is zero is only for the next lease") { context in
      let lease = try await context.leased().lease
      try await context.save("secret", lifetime: .zero, under: lease)
      let (_, old) = try await context.leased()
      try context.expect(old?.version == lease.token && old?.data == Data("secret".utf8), "the entry with the lease")
    },
    Check("an entry is kept until the end of its retention") { context in
      let lease = try await context.leased().lease
      try await context.save("kept", lifetime: .zero, retention: Context.long, under: lease)
      try await context.waitForShort()
      let (_, old) = try await context.leased()
      try context.expect(old?.data == Data("kept".utf8), "the entry with the lease")
    },
    Check("entries with different names are independent, and names are compared by their bytes") { context in
      let ends = [
        "a", "A", "", " ", "é", "e\u{301}", "a\n", "%", "'", "\"", "{a}", "a:b", "日本", String(repeating: "x", count: 900),
      ]
      var leases: [CredentialLease] = []
      for end in ends { leases.append(try await context.leased(context.name + end).lease) }
      for (index, lease) in leases.enumerated() { try await context.save("\(index)", under: lease) }
      for (index, lease) in leases.enumerated() {
        let entry = try await context.entry(context.name + ends[index])
        let isOwn = entry.version == lease.token && entry.data == Data("\(index)".utf8)
        try context.expect(isOwn, "the entry of the name", saw: "that of another name")
      }
    },
  ]
}
