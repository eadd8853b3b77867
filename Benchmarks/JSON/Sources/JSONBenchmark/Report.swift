import Foundation
import Reports

/// `FOLDER [--check] [name=value ...]` reads turns from standard input and writes `RESULTS.md`, `json.json` and `json.svg`.
func report(_ arguments: [String]) throws {
  guard let folder = arguments.first else { throw Misuse("report takes a folder") }
  var turns: [Turn] = []
  while let line = readLine() {
    guard let turn = Turn(line: line) else { throw Misuse("this is no turn: \(line)") }
    turns.append(turn)
  }
  let results = Results(about: arguments.dropFirst().filter { $0.contains("=") }, rows: Row.rows(of: turns))
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let rows = try results.rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
  let about = String(decoding: try encoder.encode(results.about), as: UTF8.self)
  for (name, text) in [
    ("RESULTS.md", results.markdown),
    ("json.json", "{\"about\":\(about),\"rows\":[\n\(rows.joined(separator: ",\n"))\n]}\n"),
    ("json.svg", results.svg),
  ] { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
  for verdict in results.verdicts { print(verdict.line) }
  if arguments.contains("--check"), results.verdicts.contains(where: { !$0.isMet }) { throw Misuse("a target was missed") }
}

extension Verdict {
  fileprivate var line: String {
    "\(isMet ? "met   " : "MISSED") \(target.operation), \(shape): \(target.contender) \(ratioText(ratio)), at least"
      + " \(ratioText(target.bound))"
  }
}

extension Results {
  /// The complete text of `RESULTS.md`.
  var markdown: String {
    let rounds = rows.map(\.seconds.count).max() ?? 0
    var lines = [
      "# JSON", "",
      "Written by `Benchmarks/JSON/run.sh`; run it again to have yours. Contenders took turns in \(rounds) rounds; a ratio is"
        + " taken within each round, and the median of those is shown. **Only ratios mean anything**: machines are noisy.",
      "", about.map { $0.replacing("=", with: ": ", maxReplacements: 1) }.joined(separator: " · "), "",
      "![How many times as fast as Foundation's coder](json.svg)", "", "## Targets", "",
      "| What | Contender | Target | Measured | On | |", "| --- | --- | ---: | ---: | --- | --- |",
    ]
    lines += verdicts.map { verdict in
      let target = verdict.target
      return "| \(target.operation) \(target.shape ?? "every shape") | `\(target.contender)` | ≥ \(ratioText(target.bound))"
        + " | \(ratioText(verdict.ratio)) | \(verdict.shape) | \(verdict.isMet ? "met" : "**missed**") |"
    }
    for target in Target.all where !target.exceptions.isEmpty && operations.contains(target.operation) {
      lines += ["", "From ≥ \(ratioText(target.bound)) are excepted:", ""]
      lines += target.exceptions.sorted { $0.key < $1.key }.map { shape, reason in
        "- \(shape), \(ratio(target.operation, shape, target.contender).map(ratioText) ?? "-"): \(reason)."
      }
    }
    for operation in operations {
      lines += ["", "## \(operation.prefix(1).uppercased() + operation.dropFirst())", "", table(of: operation)]
    }
    return (lines + ["", "## How to read this", ""] + Self.notes).joined(separator: "\n") + "\n"
  }

  /// A table of shapes: the speed of the other contenders relative to the first, and allocations.
  func table(of operation: String) -> String {
    let contenders = contenders(of: operation)
    let titles =
      ["Shape", "bytes"] + contenders.dropFirst().map { "`\($0)`" } + contenders.map { "`\($0)` allocations a model" }
    var lines = ["| " + titles.joined(separator: " | ") + " |"]
    lines.append("| --- |" + String(repeating: " ---: |", count: titles.count - 1))
    for shape in shapes(of: operation) {
      let rows = contenders.map { row(operation, shape, $0) }
      let bytes = rows.compactMap { $0 }.first.map { number(Double($0.bytes)) } ?? ""
      let ratios = contenders.dropFirst().map { ratio(operation, shape, $0).map(ratioText) ?? "" }
      let allocations = rows.map { row in row.map { number(Double($0.allocations) / Double($0.models)) } ?? "" }
      lines.append("| " + ([shape, bytes] + ratios + allocations).joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  private static let notes = [
    "- A ratio says how many times as fast as Foundation's coder on the same document and model.",
    "- `JSONSerialization` makes dictionaries and arrays of `Any`, no models. `JSONReadable` is `JSONModelDecoder` on models"
      + " that read themselves. simdjson is Debian's, in C++: its On-Demand interface, compiled for the processor at hand, the parser and the padded document kept"
      + " from one document to the next, mapped into the same structs; it is the limit that we know of.",
    "- Times are the processor's for whole calls from bytes to models, letting go of the models included. Allocations are calls of malloc"
      + " and its kin for one document, divided by its models.",
    "- Turns of simdjson and of the Swift program alternate round by round; the Swift contenders take turns on each shape.",
  ]
}
