import Foundation
import Reports

/// The options of a run.
struct Command {
  private var isQuick = false
  private var isCheck = false
  private var isList = false
  private var rounds = 5
  private var seconds = 1.0
  private var only: [String] = []
  private var clients = ClientKind.allCases
  private var output: String?
  private var from: String?
  private var plain = ""
  private var secure = ""
  private var http2 = ""
  private var authority = ""
  private var about: [String] = []

  /// The options of `run.sh`.
  static let usage = """
    --quick          only the cells that have targets; writes no files unless told where by --output
    --only A,B       only the cells whose names contain one of these texts; writes no files unless told where by --output
    --list           print the names of the cells and end
    --check          end with status 1 where a target is missed
    --rounds N       rounds of every cell (5)
    --seconds S      seconds of a turn (1)
    --clients A,B    only these of \(ClientKind.allCases.map(\.rawValue).joined(separator: ", "))
    --output FOLDER  where RESULTS.md, load.svg and load.json are written (Benchmarks; a part of the cells: nowhere)
    --from FILE      write RESULTS.md and load.svg once more from the load.json of an earlier run
    """

  init(_ arguments: some Sequence<String>) throws {
    var iterator = arguments.makeIterator()
    func value(of option: String) throws -> String {
      guard let value = iterator.next() else { throw SliceFailure(error: "\(option) takes a value\n\(Self.usage)") }
      return value
    }
    func positive<Number: LosslessStringConvertible & Comparable & ExpressibleByIntegerLiteral>(
      _ option: String
    ) throws -> Number {
      let text = try value(of: option)
      guard let number = Number(text), number > 0 else {
        throw SliceFailure(error: "\(option) takes a positive number, not \(text)")
      }
      return number
    }
    while let option = iterator.next() {
      switch option {
      case "--quick": isQuick = true
      case "--list": isList = true
      case "--only": only = try value(of: option).split(separator: ",").map(String.init)
      case "--check": isCheck = true
      case "--rounds": rounds = try positive(option)
      case "--seconds": seconds = try positive(option)
      case "--clients":
        clients = try value(of: option).split(separator: ",").map { name in
          guard let client = ClientKind(rawValue: String(name)) else {
            throw SliceFailure(error: "no client is called \(name)\n\(Self.usage)")
          }
          return client
        }
      case "--output": output = try value(of: option)
      case "--from": from = try value(of: option)
      case "--plain": plain = try value(of: option)
      case "--secure": secure = try value(of: option)
      case "--http2": http2 = try value(of: option)
      case "--authority": authority = try value(of: option)
      case "--about": about.append(try value(of: option))
      default: throw SliceFailure(error: "\(option) is no option\n\(Self.usage)")
      }
    }
    if output == nil, !isQuick, only.isEmpty { output = ".." }
    for text in only where !cells.contains(where: { $0.name.contains(text) }) {
      throw SliceFailure(error: "the name of no cell contains \(text)\n\(Self.usage)")
    }
  }

  private var cells: [Cell] {
    let cells = isQuick ? Cell.quick : Cell.all
    return only.isEmpty ? cells : cells.filter { cell in only.contains { cell.name.contains($0) } }
  }

  /// Measures, writes the results, and prints which targets were missed. Returns 1 if a target was missed and `--check` was
  /// given.
  func run() throws -> Int32 {
    if isList {
      for cell in cells { print("\(padded(cell.name, 28))\(cell.title)") }
      return 0
    }
    // Before the measurement, so that a folder that cannot be made does not lose it.
    if let output { try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true) }
    let results = try from.map(Self.results) ?? measured()
    if let output { try write(results, to: URL(filePath: output)) }
    for verdict in results.verdicts {
      let target = verdict.target
      print(
        "\(verdict.isMet ? "met   " : "MISSED") \(target.cell.title): \(target.quantity.rawValue) of \(target.client.title)"
          + " beside \(target.other.title): \(ratioText(verdict.ratio)), \(target.isFloor ? "at least" : "at most")"
          + " \(ratioText(target.bound))")
    }
    return isCheck && results.verdicts.contains { !$0.isMet } ? 1 : 0
  }

  private func measured() throws -> Results {
    let run = Run(
      cells: cells, clients: clients, rounds: rounds, seconds: seconds, plain: plain, secure: secure, http2: http2,
      authority: authority)
    return Results(about: about, rounds: rounds, seconds: seconds, turns: try run.turns())
  }

  private static func results(of file: String) throws -> Results {
    try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(filePath: file)))
  }

  private func write(_ results: Results, to folder: URL) throws {
    try Data(results.markdown.utf8).write(to: folder.appending(path: "RESULTS.md"))
    try Data(Plot(results: results, cell: .small16).svg.utf8).write(to: folder.appending(path: "load.svg"))
    try JSONEncoder().encode(results).write(to: folder.appending(path: "load.json"))
  }
}
