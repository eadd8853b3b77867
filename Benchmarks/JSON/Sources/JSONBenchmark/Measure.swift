import CAllocations
import Foundation
import Reports

/// A document and the contenders that read or write it.
struct Shape {
  let name: String
  /// The number of models in the document; the number of values if there is only one model.
  let models: Int
  let document: () -> String
  /// Creates the contenders from the document. The others are compared with the first one.
  var contenders: (_ document: String) throws -> [Contender]
}

/// A contender, which does the work of a shape once for each call.
struct Contender {
  let name: String
  let run: () throws -> Void
}

/// `[shape ...]` prints a table; `--turn ROUND` before that prints the turns of one round for `report`.
func measure(_ operation: String, _ shapes: [Shape], _ arguments: [String]) throws {
  var names = arguments[...]
  guard names.first == "--turn" else {
    let rounds = try (0..<9).flatMap { try turns(operation, shapes, names, round: $0) }
    print(Results(about: [], rows: Row.rows(of: rounds)).table(of: operation))
    return
  }
  guard let round = names.dropFirst().first.flatMap({ Int($0) }) else { throw Misuse("--turn takes a round") }
  names = names.dropFirst(2)
  for turn in try turns(operation, shapes, names, round: round) { print(turn.line) }
}

private func turns(_ operation: String, _ shapes: [Shape], _ names: ArraySlice<String>, round: Int) throws -> [Turn] {
  try shapes.filter { shape in names.isEmpty || names.contains { shape.name.hasPrefix($0) } }.flatMap { shape in
    let document = shape.document()
    return try shape.contenders(document).map { contender in
      let (seconds, allocations) = try cost(of: contender)
      return Turn(
        operation: operation, shape: shape.name, contender: contender.name, round: round, bytes: document.utf8.count,
        models: shape.models, seconds: seconds, allocations: allocations)
    }
  }
}

/// Returns the mean of at least 20 ms of warm passes, in CPU time, which excludes other work of the machine.
private func cost(of contender: Contender) throws -> (seconds: Double, allocations: Int) {
  try contender.run()
  let before = allocations()
  let start = processorTime()
  try contender.run()
  let first = processorTime() - start
  let blocks = Int(allocations() - before)
  let passes = min(20_000, max(2, Int(0.02 / first)))
  let begin = processorTime()
  for _ in 0..<passes { try contender.run() }
  return ((processorTime() - begin) / Double(passes), blocks)
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// `SHAPE [CONTENDER] [SECONDS]` runs one contender for some seconds, for tools such as `perf`.
func profile(_ shapes: [Shape], _ arguments: [String]) throws {
  let name = arguments.dropFirst().first ?? "JSONModelDecoder"
  guard let shape = shapes.first(where: { $0.name.hasPrefix(arguments.first ?? "") }),
    let contender = try shape.contenders(shape.document()).first(where: { $0.name == name })
  else { throw Misuse("profile takes a shape and a contender") }
  let end = ContinuousClock.now + .seconds(arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5)
  while ContinuousClock.now < end { try contender.run() }
}
