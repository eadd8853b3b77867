import Foundation
import RefineryJSONGeneration

func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

#if CodeGeneration
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.contains("--help") {
    print(Command.usage)
    exit(0)
  }
  do {
    let command = try Command(arguments, print: { print($0) }, complain: complain)
    exit(command.run().rawValue)
  } catch {
    error.lines.forEach(complain)
    exit(1)
  }
#else
  complain(
    "json-readable: the package was built without the trait CodeGeneration; add --traits CodeGeneration, "
      + "or traits: [\"CodeGeneration\"] where your package depends on Refinery")
  exit(1)
#endif
