#if PostgreSQL
  import RefineryCore
  public import RefineryStore

  /// The time of leases is that of the server's clock. Tokens come from one sequence, so they identify leases.
  extension PostgreSQLStore {
    private static let taking = """
      WITH wanted AS (SELECT DISTINCT name FROM unnest($2::bytea[]) AS name),
      free AS (
        SELECT old.token FROM leases AS old JOIN wanted ON sha256(old.name) = sha256(wanted.name) AND old.name = wanted.name
        WHERE old.collection = $1 AND old.ends <= clock_timestamp()
        FOR UPDATE OF old SKIP LOCKED
      ),
      taken AS (
        UPDATE leases AS old
        SET holder = $3, token = nextval('lease_tokens'), ends = clock_timestamp() + $4 * interval '1 millisecond'
        FROM free WHERE old.token = free.token RETURNING old.name, old.token
      ),
      made AS (
        INSERT INTO leases (collection, name, holder, token, ends)
        SELECT $1, name, $3, nextval('lease_tokens'), clock_timestamp() + $4 * interval '1 millisecond'
        FROM wanted ORDER BY name
        ON CONFLICT (collection, sha256(name)) DO NOTHING RETURNING name, token
      )
      SELECT name, token FROM taken UNION ALL SELECT name, token FROM made
      """

    /// Takes the leases of names that no one holds. It does not wait for those that another process takes at the same time.
    public func lease(
      _ names: [String], in collection: String, lasting duration: Duration
    ) async throws -> [StoreLease] {
      guard !names.isEmpty else { return [] }
      let array = "{\(names.map { "\"\\\\x\(Array($0.utf8).hexadecimal)\"" }.joined(separator: ","))}"
      let limit = min(duration.milliseconds, 1_000_000_000)
      return try await transaction(self.names.beginShared, repeats: false) { session in
        try session.rows(Self.taking, [.bytes(collection), .text(array), .text(holder), .number(limit)]) { row in
          StoreLease(collection: collection, name: row.text(0) ?? "", holder: holder, token: row.number(1) ?? 0)
        }
      }
    }

    /// Makes leases last until this time from now, unless someone else has taken them.
    public func extend(_ leases: [StoreLease], lasting duration: Duration) async throws -> [StoreLease] {
      guard !leases.isEmpty else { return [] }
      let held = try await transaction(names.beginShared, repeats: true) { session in
        try session.rows(
          """
          UPDATE leases SET ends = clock_timestamp() + $2 * interval '1 millisecond'
          WHERE token = ANY ($1::bigint[]) RETURNING token
          """, [Self.tokens(leases), .number(min(duration.milliseconds, 1_000_000_000))]
        ) { $0.number(0) ?? 0 }
      }
      let tokens = Set(held)
      return leases.filter { tokens.contains($0.token) }
    }

    /// Ends leases before their time.
    public func release(_ leases: [StoreLease]) async throws {
      guard !leases.isEmpty else { return }
      try await transaction(names.beginShared, repeats: true) { session in
        _ = try session.execute("DELETE FROM leases WHERE token = ANY ($1::bigint[])", [Self.tokens(leases)])
      }
    }

    /// Applies all changes of `body`, or none if it throws or a lease was lost.
    public func write<Output: Sendable>(
      holding leases: [StoreLease], _ body: @Sendable (any StoreWriting) throws -> Output
    ) async throws -> Output {
      try await transaction(names.beginWriting, asWriter: true) { session in
        // The rows stay locked until the commit, so no one can take the leases before it.
        let held = try session.rows(
          "SELECT token FROM leases WHERE token = ANY ($1::bigint[]) FOR SHARE", [Self.tokens(leases)]
        ) {
          $0.number(0) ?? 0
        }
        guard Set(held).isSuperset(of: leases.map(\.token)) else { throw StoreError(.leaseLost) }
        return try body(PostgreSQLTransaction(session, notifies: names.channel, as: holder))
      }
    }

    private static func tokens(_ leases: [StoreLease]) -> SQLValue {
      .text("{\(leases.map { String($0.token) }.joined(separator: ","))}")
    }
  }
#endif
