import FoundationEssentials

/// `encode [shape…]`, `encode-profile sorted|plain shape`, `fuzz-encoding [cases] [seed]`: whether it was one of them.
func runEncoding(_ arguments: [String]) throws -> Bool {
  let rest = Array(arguments.dropFirst())
  switch arguments.first {
  case "encode": try compareEncoders(rest)
  case "encode-profile":
    for shape in try Documents.encodingShapes() where rest.dropFirst().contains(where: shape.name.hasPrefix) {
      for _ in 0..<(200_000_000 / max(shape.size, 1)) { _ = try shape.profile(rest.first == "sorted") }
    }
  case "fuzz-encoding":
    let numbers = rest.compactMap { Int($0) }
    var fuzzer = EncodingFuzzer()
    fuzzer.run(seed: UInt64(numbers.dropFirst().first ?? 1), count: numbers.first ?? 100_000)
  default: return false
  }
  return true
}

private func compareEncoders(_ names: [String]) throws {
  print(padded("shape", 20), padded("bytes", 9), "JSONEncoder and JSONModelEncoder: MB/s, allocations for each model; ratio")
  var ratios: [Double] = []
  for shape in try Documents.encodingShapes() where names.isEmpty || names.contains(where: shape.name.hasPrefix) {
    let results = try measure(rounds: 11, shape.sides, min(max(1, 200_000 / shape.size), 2000))
    let columns = results.map { result in
      let speed = fixed(Double(shape.size) / result.seconds / 1e6, 1)
      return padded("\(speed) \(fixed(Double(result.allocations) / Double(shape.models), 2))", 15)
    }
    let plain = results[0].seconds / results[1].seconds
    let sorted = results[2].seconds / results[3].seconds
    ratios += [plain, sorted]
    print(
      padded(shape.name, 20), padded("\(shape.size)", 9), columns[0], columns[1], padded(fixed(plain, 2), 8), "sorted",
      columns[2], columns[3], fixed(sorted, 2))
  }
  print("median \(fixed(ratios.sorted()[ratios.count / 2], 2)), least \(fixed(ratios.min() ?? 0, 2))")
}
