import FoundationEssentials

/// The cost of a contender for a shape in one round.
struct Turn {
  /// `decode` or `encode`.
  let operation: String
  let shape: String
  let contender: String
  let round: Int
  /// The length of the document, and the number of its models.
  let bytes: Int
  let models: Int
  /// For one document.
  let seconds: Double
  let allocations: Int

  /// The format in which programs exchange turns: columns separated by tabs.
  var line: String {
    [operation, shape, contender, "\(round)", "\(bytes)", "\(models)", "\(seconds)", "\(allocations)"].joined(separator: "\t")
  }
}

extension Turn {
  init?(line: String) {
    let columns = line.split(separator: "\t" as Character).map(String.init)
    guard columns.count == 8, let round = Int(columns[3]), let bytes = Int(columns[4]), let models = Int(columns[5]),
      let seconds = Double(columns[6]), let allocations = Int(columns[7])
    else { return nil }
    self.init(
      operation: columns[0], shape: columns[1], contender: columns[2], round: round, bytes: bytes, models: models,
      seconds: seconds, allocations: allocations)
  }
}

/// All turns of a contender on a shape.
struct Row: Codable {
  let operation: String
  let shape: String
  let contender: String
  let bytes: Int
  let models: Int
  let allocations: Int
  /// By round.
  let seconds: [Double]
}

extension Row {
  /// Returns rows in the order in which they first appear.
  static func rows(of turns: [Turn]) -> [Row] {
    var names: [[String]] = []
    var byName: [[String]: [Turn]] = [:]
    for turn in turns {
      let name = [turn.operation, turn.shape, turn.contender]
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(turn)
    }
    return names.compactMap { name in
      guard let turns = byName[name]?.sorted(by: { $0.round < $1.round }), let first = turns.first else { return nil }
      return Row(
        operation: first.operation, shape: first.shape, contender: first.contender, bytes: first.bytes, models: first.models,
        allocations: turns.map(\.allocations).min() ?? 0, seconds: turns.map(\.seconds))
    }
  }
}

/// A command was called with wrong arguments, or failed.
struct Misuse: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
