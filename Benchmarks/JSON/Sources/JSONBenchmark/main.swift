import Foundation

// The commands. Each gets the arguments after its name.
let commands: [String: ([String]) throws -> Void] = [
  "decode": { try measure("decode", Documents.shapes, $0) },
  "encode": { try measure("encode", Documents.encodingShapes().flatMap(\.shapes), $0) },
  "documents": { try writeDocuments(to: $0) },
  "fuzz": { try fuzz($0) },
  "fuzz-encoding": { try fuzzEncoding($0) },
  "profile": { try profile(Documents.shapes, $0) },
  "profile-encode": { try profile(Documents.encodingShapes().flatMap(\.shapes), $0) },
  "report": { try report($0) },
  "streams": { try measure("stream", Streams.shapes, $0) },
]

do {
  guard let command = commands[CommandLine.arguments.dropFirst().first ?? "decode"] else {
    throw Misuse("the commands are \(commands.keys.sorted().joined(separator: ", "))")
  }
  try command(Array(CommandLine.arguments.dropFirst(2)))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
