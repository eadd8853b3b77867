import Foundation
import Reports

// Simulates clients of a server that is overloaded, fails or slows down. See README.md of the benchmarks.

let usage = """
  Resilience [--check] [--seed N] [--output FOLDER]
    --check          ends with status 1 if a claim does not hold, or if a trial is not repeatable
    --seed N         the seed of every trial; default 1
    --output FOLDER  writes RESULTS.md and resilience.svg into this folder
  """

var (isCheck, seed, folder): (Bool, UInt64, String?) = (false, 1, nil)
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--check": isCheck = true
  case "--seed":
    guard let value = arguments.popFirst().flatMap(UInt64.init) else { fail("--seed needs a whole number") }
    seed = value
  case "--output":
    guard let value = arguments.popFirst() else { fail("--output needs a folder") }
    folder = value
  default: fail("unknown argument: \(argument)")
  }
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n\(usage)\n".utf8))
  exit(2)
}

let study = try Study(seed: seed) { print("simulating: \($0)") }
print("\n\(study.goodputTable)\n")
for claim in study.claims { print("\(claim.holds ? "holds " : "MISSED"): \(claim.text): \(claim.measured)") }
if let folder {
  let url = URL(filePath: folder)
  try Data(study.markdown.utf8).write(to: url.appending(path: "RESULTS.md"))
  try Data(study.svg.utf8).write(to: url.appending(path: "resilience.svg"))
}
if isCheck {
  let trial = Study.trial(.presetWithLimit, in: .slowdown, seed: seed)
  let (first, second) = (try trial.run(), try trial.run())
  let isRepeatable = first.seconds == second.seconds && first.server == second.server && first.times == second.times
  print("\(isRepeatable ? "holds " : "MISSED"): equal seeds give equal results")
  if !isRepeatable || !study.claims.allSatisfy(\.holds) { exit(1) }
}
