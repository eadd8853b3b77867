// What it costs to share state through Redis, and how many instances one server carries.
//
//     Fleet cost                          a call with a shared limit and a shared cache, beside local ones
//     Fleet capacity SECONDS              as many scripts as one server runs
//     Fleet report SECONDS FILE           simulates 10, 100 and 1,000 instances, and writes a plot
//     Fleet simulate INSTANCES SECONDS    instances in this process, each with its own connection to one Redis server
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let server = try await RedisProcess()
switch (arguments.first, arguments.count) {
case ("cost", 1): try await compareCosts(on: server)
case ("capacity", 2):
  guard let seconds = Int(arguments[1]) else { fallthrough }
  try await measureCapacity(of: server, for: .seconds(seconds))
case ("report", 3):
  guard let seconds = Int(arguments[1]) else { fallthrough }
  print(Simulation.Result.header)
  var results: [Simulation.Result] = []
  for instances in [10, 100, 1_000] {
    results.append(try await Simulation(instances: instances, length: .seconds(seconds), server).run())
    print(results[results.count - 1])
    _ = server.ask("FLUSHALL")
  }
  try plot(of: results).write(toFile: arguments[2], atomically: true, encoding: .utf8)
case ("simulate", 3):
  guard let instances = Int(arguments[1]), let seconds = Int(arguments[2]) else { fallthrough }
  print(Simulation.Result.header)
  print(try await Simulation(instances: instances, length: .seconds(seconds), server).run())
default: print("usage: Fleet cost | Fleet report SECONDS FILE | Fleet capacity SECONDS | Fleet simulate INSTANCES SECONDS")
}
server.stop()
