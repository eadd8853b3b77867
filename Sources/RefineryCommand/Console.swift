import Foundation

/// Where a tool reads and writes: the process's own streams, or a test's.
///
/// ```swift
/// let transcript = Transcript()
/// let status = await Tool(tables: [table]).run(["table"], on: transcript.console())
/// print(transcript.output)
/// ```
public struct Console: Sendable {
  /// Whether results go to a terminal; decides colours and what is done with binary bodies.
  public var isTerminal: Bool
  /// The environment's variables.
  public var environment: [String: String]
  let readLine: @Sendable () -> String?
  let readAll: @Sendable () throws -> Data
  let write: @Sendable (Data) -> Void
  let complain: @Sendable (String) -> Void

  /// The process's own streams.
  public static var standard: Console {
    Console(
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment,
      readLine: { Swift.readLine() },
      readAll: { try FileHandle.standardInput.readToEnd() ?? Data() },
      // A reader that has gone away has said that it wants no more.
      write: { try? FileHandle.standardOutput.write(contentsOf: $0) },
      complain: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) })
  }

  init(
    isTerminal: Bool, environment: [String: String], readLine: @escaping @Sendable () -> String?,
    readAll: @escaping @Sendable () throws -> Data, write: @escaping @Sendable (Data) -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.environment = environment
    self.readLine = readLine
    self.readAll = readAll
    self.write = write
    self.complain = complain
  }

  /// Whether to colour what is written: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  var isColoured: Bool {
    isTerminal && environment["NO_COLOR"].map(\.isEmpty) ?? true && environment["TERM"] != "dumb"
  }

  /// Writes one line of results.
  func print(_ line: String) { write(Data("\(line)\n".utf8)) }
  /// Writes results that end their lines themselves.
  func printLines(_ text: String) { write(Data(text.utf8)) }
}
