import FoundationEssentials

/// Arguments: `[CASES] [SEED]`.
func fuzzEncoding(_ arguments: [String]) throws {
  let numbers = arguments.compactMap { Int($0) }
  var fuzzer = EncodingFuzzer()
  fuzzer.run(seed: UInt64(numbers.dropFirst().first ?? 1), count: numbers.first ?? 100_000)
}

extension EncodingShape {
  /// Both encoders, first with names in their own order, then sorted by name.
  var shapes: [Shape] {
    let names = ["JSONEncoder", "JSONModelEncoder"]
    return [(name, sides.prefix(2)), ("\(name), sorted", sides.suffix(2))].map { name, sides in
      Shape(name: name, models: models, document: { document }) { _ in
        zip(names, sides).map { name, side in Contender(name: name) { _ = try side() } }
      }
    }
  }
}
