#if CommandLine
  import HTTPTypes
  import RefineryCore

  /// Finds the rows of several tables by name.
  struct RowBook {
    let tables: [EndpointTable]

    /// All rows as one table, for look-ups of single rows.
    var joined: EndpointTable { EndpointTable("all", rows: tables.flatMap(\.rows)) }

    /// The names of the rows, with the table's name if several tables have a row with that name.
    var names: [String] {
      let counts = tables.flatMap(\.rows).reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
      return tables.flatMap { table in table.rows.map { counts[$0.name] == 1 ? $0.name : "\(table.name)/\($0.name)" } }
    }

    /// The table of this name. If there is none, each table's rows whose name, method or path contains the text.
    func tables(matching text: String) throws(UsageError) -> [EndpointTable] {
      if let table = tables.first(where: { $0.name.lowercased() == text.lowercased() }) { return [table] }
      let filtered = tables.map { EndpointTable($0.name, rows: $0.rows(containing: text)) }.filter { !$0.rows.isEmpty }
      return filtered.isEmpty ? [try table(text)] : filtered
    }

    /// The row with a name: `Person.read`, or `Household/Person.read` if several tables have a row with that name.
    func row(_ text: String) throws(UsageError) -> Endpoint { try entry(text).row }

    /// The row with a name, and its table.
    func entry(_ text: String) throws(UsageError) -> (table: EndpointTable, row: Endpoint) {
      let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
      let table = parts.count == 2 ? try self.table(parts[0]) : nil
      let name = table == nil ? text : parts[1]
      let searched = table.map { [$0] } ?? tables
      let found = searched.filter { $0[name] != nil }
      if found.count > 1 {
        let choices = found.map { "\($0.name)/\(name)" }.joined(separator: " or ")
        throw UsageError("several tables have a row \(name): write \(choices)")
      }
      if let table = found.first, let row = table[name] { return (table, row) }
      let nearest = (table ?? joined).nearestName(to: name)
      throw UsageError("there is no row \(name)\(nearest.map { "; did you mean \($0)?" } ?? "; `table` prints all rows")")
    }

    /// The table with a name.
    func table(_ name: String) throws(UsageError) -> EndpointTable {
      if let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) { return table }
      // Names of tables are compared in the same way as names of rows.
      let names = EndpointTable("names", rows: (tables.map(\.name) + self.names).map { Endpoint($0, .get, "") })
      let known = tables.map(\.name).joined(separator: ", ")
      throw UsageError(
        "there is no table \(name), and no row whose name, method or path contains it"
          + "\(names.nearestName(to: name).map { "; did you mean \($0)?" } ?? "; known tables: \(known)")")
    }
  }
#endif
