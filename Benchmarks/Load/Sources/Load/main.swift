import Foundation

/// `run.sh` starts `Load run` and `Load deadlines`; the program starts itself as `Load slice`; `Load bodies` writes the
/// server's files.
func main(_ arguments: [String]) async throws -> Int32 {
  switch arguments.first {
  case "bodies" where arguments.count == 2: try BodySize.write(to: arguments[1])
  case "slice" where arguments.count == 2: return try await takeTurn(arguments[1])
  case "run":
    return try Command(arguments.dropFirst()).run()
  case "deadlines": return try await Deadlines(arguments.dropFirst()).run() ? 0 : 1
  default: throw SliceFailure(error: "usage: Load run|deadlines ... (see run.sh) | Load slice JSON | Load bodies FOLDER")
  }
  return 0
}

/// Takes one slice as JSON and prints its measurement as JSON.
func takeTurn(_ text: String) async throws -> Int32 {
  let slice = try JSONDecoder().decode(Slice.self, from: Data(text.utf8))
  // Ends the program, even if something hangs.
  alarm(60 + UInt32(slice.warm + slice.seconds))
  do {
    let measurement = try await Meter(slice, slice.client.client(for: slice)).run()
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
    return 0
  } catch {
    let failure = SliceFailure(error: "\(error)")
    print(String(decoding: try JSONEncoder().encode(failure), as: UTF8.self))
    return 1
  }
}

do {
  exit(try await main(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
