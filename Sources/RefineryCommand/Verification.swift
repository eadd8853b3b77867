#if CommandLine && Import
  import Foundation
  import RefineryCore
  import RefineryImport
  import RefineryOpenAPI
  import RefineryVerification

  /// Finds what `verify` compares.
  struct Verification {
    let session: Session
    let expected: String
    let against: String

    private var isURL: Bool { against.hasPrefix("http://") || against.hasPrefix("https://") }

    func report() async throws -> DriftReport {
      let table = session.tool.tables.first { $0.name.lowercased() == expected.lowercased() }
      guard let table else { return try await reportOfDescription() }
      return DriftReport(try await comparison(of: table), old: table.name, new: against)
    }

    private func comparison(of table: EndpointTable) async throws -> Comparison {
      let coder = coder(of: table)
      if isURL {
        return try await ServerComparison(table, at: against, over: session.transport, coder: coder).comparison
      }
      if isCassette {
        do {
          return try Comparison(table, recordedIn: URL(filePath: against), coder: coder)
        } catch {
          throw UsageError("--against: \(error)")
        }
      }
      return Comparison(table, against: try description(against), coder: coder)
    }

    /// The coder of the client that calls the table.
    private func coder(of table: EndpointTable) -> any Coder {
      session.tool.clients(of: table).first?.value.coder ?? JSONCoder()
    }

    private var isCassette: Bool {
      guard let data = try? Data(contentsOf: URL(filePath: against)) else { return false }
      return (try? JSONValue(parsing: data))?["cassette"]?.int != nil
    }

    private func reportOfDescription() async throws -> DriftReport {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: expected, isDirectory: &isFolder) else {
        // The message names the tables that there are.
        _ = try RowBook(tables: session.tool.tables).table(expected)
        throw UsageError("there is no table and no file \(expected)")
      }
      let old = isFolder.boolValue ? try locked() : try description(expected)
      if isURL {
        guard let found = try await ServerDescription(at: against, over: session.transport) else {
          throw UsageError("--against: the server has no description at this URL, nor at the usual places below it")
        }
        return DriftReport(Comparison(old, found.description), old: expected, new: found.source)
      }
      return DriftReport(Comparison(old, try description(against)), old: expected, new: against)
    }

    /// The description of which an imported table was made.
    private func locked() throws -> RefineryOpenAPI.Description {
      let file = URL(filePath: expected).appending(path: ImportLock.descriptionFileName)
      guard let data = try? Data(contentsOf: file) else {
        throw UsageError("\(expected) has no lock of an import with a description: import the table again")
      }
      return try RefineryOpenAPI.Description(compact: JSONValue(parsing: data))
    }

    private func description(_ path: String) throws -> RefineryOpenAPI.Description {
      do {
        return try RefineryOpenAPI.Description.reading(file: path)
      } catch {
        throw UsageError("the description cannot be read: \(error)")
      }
    }
  }
#endif
