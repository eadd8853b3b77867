import FoundationEssentials

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
if arguments.first == "fuzz" {
  // `fuzz [cases] [seed]`
  var fuzzer = Fuzzer()
  fuzzer.run(seed: UInt64(numbers.dropFirst().first ?? 1), count: numbers.first ?? 100_000)
  print("models that read themselves")
  var direct = Fuzzer()
  direct.runDirect(seed: UInt64(numbers.dropFirst().first ?? 1), count: numbers.first ?? 100_000)
} else if try runEncoding(Array(arguments)) {
  // One of its own commands.
} else if arguments.first == "profile", let name = arguments.dropFirst().first {
  for shape in Documents.shapes where shape.name.hasPrefix(name) {
    for _ in 0..<(200_000_000 / max(shape.data.count, 1)) { _ = try shape.refinery() }
  }
} else {
  print(padded("shape", 20), padded("bytes", 9), padded("JSONDecoder", 24), padded("JSONModelDecoder", 24), "ratio")
  for shape in Documents.shapes where arguments.isEmpty || arguments.contains(where: shape.name.hasPrefix) {
    let repeats = max(1, 300_000 / shape.data.count)
    let results = try measure(rounds: 15, [shape.foundation, shape.refinery], min(repeats, 2000))
    let columns = results.map { result in
      let speed = fixed(Double(shape.data.count) / result.seconds / 1e6, 1)
      return padded("\(speed) MB/s \(result.allocations) allocs", 24)
    }
    print(
      padded(shape.name, 20), padded("\(shape.data.count)", 9), columns.joined(separator: " "),
      fixed(results[0].seconds / results[1].seconds, 2))
  }
}
