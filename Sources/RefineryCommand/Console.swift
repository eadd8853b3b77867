import Foundation
import Synchronization

/// The streams of a tool: the process's own, or those of a ``Transcript``.
package struct Console: Sendable {
  /// Whether results are written to a terminal. Decides on colours, and on binary bodies.
  var isTerminal: Bool
  /// The environment's variables.
  var environment: [String: String]
  let readLine: @Sendable () -> String?
  let readAll: @Sendable () throws -> Data
  let write: @Sendable (Data) -> Void
  package let complain: @Sendable (String) -> Void
  /// The columns of the terminal to which standard error is written; nil if it is not a terminal.
  var errorWidth: @Sendable () -> Int? = { nil }
  /// Writes to standard error without a line end.
  var draw: @Sendable (String) -> Void = { _ in }
  /// Whether some results could not be written.
  var hasLostResults: @Sendable () -> Bool = { false }

  /// The process's own streams.
  static var standard: Console {
    // Set if the disk is full, or if the reader has closed the pipe and the process ignores SIGPIPE.
    let isCut = Atomic(false)
    return Console(
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment,
      readLine: { Swift.readLine() },
      readAll: { try FileHandle.standardInput.readToEnd() ?? Data() },
      write: { data in
        do { try FileHandle.standardOutput.write(contentsOf: data) } catch { isCut.store(true, ordering: .relaxed) }
      },
      complain: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) },
      errorWidth: { isatty(STDERR_FILENO) == 1 ? columns(of: STDERR_FILENO) : nil },
      draw: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      hasLostResults: { isCut.load(ordering: .relaxed) })
  }

  private static func columns(of terminal: Int32) -> Int {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether the output is coloured: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  var isColoured: Bool {
    isTerminal && environment["NO_COLOR"].map(\.isEmpty) ?? true && environment["TERM"] != "dumb"
  }

  /// Writes one line of results.
  package func print(_ line: String) { write(Data("\(line)\n".utf8)) }
  /// Writes results that contain their own line ends.
  package func printLines(_ text: String) { write(Data(text.utf8)) }
}
