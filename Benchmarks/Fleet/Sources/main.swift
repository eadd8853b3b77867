// What it costs to share state through Redis, and how many instances one server carries.
//
//     Fleet cost                          a call with a shared limit and a shared cache, beside local ones
//     Fleet simulate INSTANCES SECONDS    instances in this process, each with its own connection to one Redis server
let arguments = Array(CommandLine.arguments.dropFirst())
let server = try await RedisProcess()
switch (arguments.first, arguments.count) {
case ("cost", 1): try await compareCosts(on: server)
case ("simulate", 3):
  guard let instances = Int(arguments[1]), let seconds = Int(arguments[2]) else { fallthrough }
  print(Simulation.Result.header)
  print(try await Simulation(instances: instances, length: .seconds(seconds), server).run())
default: print("usage: Fleet cost | Fleet simulate INSTANCES SECONDS")
}
server.stop()
