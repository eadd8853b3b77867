// What it costs to share state through Redis, and how many instances one server carries.
//
//     Fleet cost                          a call with a shared limit and a shared cache, beside local ones
//     Fleet capacity SECONDS              as many scripts as one server runs
//     Fleet simulate INSTANCES SECONDS    instances in this process, each with its own connection to one Redis server
let arguments = Array(CommandLine.arguments.dropFirst())
let server = try await RedisProcess()
switch (arguments.first, arguments.count) {
case ("cost", 1): try await compareCosts(on: server)
case ("capacity", 2):
  guard let seconds = Int(arguments[1]) else { fallthrough }
  try await measureCapacity(of: server, for: .seconds(seconds))
case ("simulate", 3):
  guard let instances = Int(arguments[1]), let seconds = Int(arguments[2]) else { fallthrough }
  print(Simulation.Result.header)
  print(try await Simulation(instances: instances, length: .seconds(seconds), server).run())
default: print("usage: Fleet cost | Fleet capacity SECONDS | Fleet simulate INSTANCES SECONDS")
}
server.stop()
