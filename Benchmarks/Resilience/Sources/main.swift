import Foundation
import Reports

// Clients of a server that is overloaded, fails or slows down: in simulation, and on sockets. See README.md of the benchmarks.

let usage = """
  Resilience [--check] [--seed N] [--output FOLDER]
  Resilience sockets [--check] [--smoke] [--seed N] [--output FOLDER]
    --check          ends with status 1 if a claim does not hold, or if a simulated trial is not repeatable
    --smoke          only two short trials, some 15 seconds
    --seed N         the seed of every trial; default 1
    --output FOLDER  writes RESULTS.md, and for the simulation resilience.svg, into this folder
  """

var (isCheck, isSmoke, seed, folder): (Bool, Bool, UInt64, String?) = (false, false, 1, nil)
/// The role of a process that a trial on sockets has started.
var role: String?
var arguments = CommandLine.arguments.dropFirst()
let isOnSockets = arguments.first == "sockets"
if isOnSockets { arguments.removeFirst() }
while let argument = arguments.popFirst() {
  switch argument {
  case "server" where isOnSockets, "client" where isOnSockets: role = argument
  case "--check": isCheck = true
  case "--smoke" where isOnSockets: isSmoke = true
  case "--seed":
    guard let value = arguments.popFirst().flatMap(UInt64.init) else { fail("--seed needs a whole number") }
    seed = value
  case "--output":
    guard let value = arguments.popFirst() else { fail("--output needs a folder") }
    // Now, so that a folder that cannot be made does not lose the results.
    do {
      try FileManager.default.createDirectory(atPath: value, withIntermediateDirectories: true)
    } catch {
      fail("the folder \(value) cannot be made: \(error.localizedDescription)")
    }
    folder = value
  default: fail("unknown argument: \(argument)")
  }
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n\(usage)\n".utf8))
  exit(2)
}

/// Prints a line at once, also into a file.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func report(_ claims: [Claim]) -> Bool {
  for claim in claims { say("\(claim.holds ? "holds " : "MISSED"): \(claim.text): \(claim.measured)") }
  return claims.allSatisfy(\.holds)
}

/// Runs the trials, and returns whether all claims hold.
@MainActor func runOnSockets() throws -> Bool {
  // A child that has ended must not end this process.
  signal(SIGPIPE, SIG_IGN)
  if isSmoke { return report(try SocketStudy.smoke(seed: seed)) }
  let study = try SocketStudy(seed: seed) { say("on sockets: \($0)") }
  say("\n\(study.markdown)")
  if let folder {
    var file = try ResultsFile(in: URL(filePath: folder))
    try file.write(sockets: study.markdown)
  }
  return report(study.claims)
}

/// Runs the trials, and returns whether all claims hold.
@MainActor func simulate() throws -> Bool {
  let study = try Study(seed: seed) { say("simulating: \($0)") }
  say("\n\(study.goodputTable)\n")
  let holds = report(study.claims)
  if let folder {
    let url = URL(filePath: folder)
    var file = try ResultsFile(in: url)
    try file.write(simulation: study.markdown)
    try Data(study.svg.utf8).write(to: url.appending(path: "resilience.svg"))
  }
  guard isCheck else { return holds }
  let trial = Study.trial(.presetWithLimit, in: .slowdown, seed: seed)
  let (first, second) = (try trial.run(), try trial.run())
  let isRepeatable = first.seconds == second.seconds && first.server == second.server && first.times == second.times
  say("\(isRepeatable ? "holds " : "MISSED"): equal seeds give equal results")
  return holds && isRepeatable
}

do {
  switch role {
  case "server": try runServer()
  case "client": try runClient()
  default: if try !(isOnSockets ? runOnSockets() : simulate()), isCheck { exit(1) }
  }
} catch {
  FileHandle.standardError.write(Data("Resilience: \(error)\n".utf8))
  exit(1)
}
