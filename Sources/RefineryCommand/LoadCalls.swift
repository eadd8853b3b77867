#if CommandLine && Load
  import Foundation
  import Refinery
  import RefineryLoad

  /// The calls of `load`, whose values may differ.
  struct LoadCalls: Sendable {
    /// A name with its `=`, and its value.
    private typealias Assignment = (name: String, value: VaryingText)

    let row: Endpoint
    private let first: Call<Data>
    /// Makes the call of a number; nil if all calls are equal.
    private let other: (@Sendable (Int) throws -> Call<Data>)?

    init(_ arguments: CallArguments, seed: UInt64, in session: Session) throws {
      let row = try RowBook(tables: session.tool.tables).row(arguments.row)
      self.row = row
      let assignments = try Self.varying(arguments.assignments)
      let query = try Self.varying(arguments.query)
      var content = Data()
      var arguments = arguments
      arguments.assignments = Self.texts(assignments, 0, seed, 0)
      arguments.query = Self.texts(query, 0, seed, assignments.count)
      first = try arguments.call(on: row) { body in
        content = try arguments.bytes(of: body, session.console)
        return content
      }.data
      guard (assignments + query).contains(where: { $0.value.varies }) else {
        other = nil
        return
      }
      let (template, bytes) = (arguments, content)
      other = { number in
        var arguments = template
        arguments.assignments = Self.texts(assignments, number, seed, 0)
        arguments.query = Self.texts(query, number, seed, assignments.count)
        return try arguments.call(on: row) { _ in bytes }.data
      }
    }

    /// The call of a number, from 0.
    func call(_ number: Int) throws -> Call<Data> { try other?(number) ?? first }

    private static func varying(_ texts: [String]) throws(UsageError) -> [Assignment] {
      var assignments: [Assignment] = []
      for text in texts {
        let pair = text.pair(separatedBy: "=")
        do throws(VaryingText.Malformed) {
          let value = try VaryingText(pair?.value ?? text, lines: lines)
          assignments.append((pair.map { "\($0.name)=" } ?? "", value))
        } catch {
          throw UsageError("\(pair.map { "the value of \($0.name)" } ?? "an argument"): \(error.description)")
        }
      }
      return assignments
    }

    private static func texts(_ assignments: [Assignment], _ number: Int, _ seed: UInt64, _ place: Int) -> [String] {
      assignments.enumerated().map { index, assignment in
        assignment.name + assignment.value.text(of: number, seed: seed, place: place + index)
      }
    }

    /// The lines of a file without empty ones; nil if it cannot be read as text.
    private static func lines(_ path: String) -> [String]? {
      guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) else { return nil }
      return text.split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }
  }
#endif
