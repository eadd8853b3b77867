import Foundation
import Synchronization

/// Keeps the output of a tool, for tests.
public final class Transcript: Sendable {
  private struct Streams {
    var output = Data()
    var errors = ""
    var input: ArraySlice<Substring> = []
  }

  private let streams = Mutex(Streams())

  /// An empty transcript.
  public init() {}

  /// The text of standard output.
  public var output: String { streams.withLock { String(decoding: $0.output, as: UTF8.self) } }
  /// The text of standard error.
  public var errors: String { streams.withLock { $0.errors } }

  /// A console that reads `input` and writes into this transcript.
  ///
  /// - Parameters:
  ///   - input: the lines of standard input.
  ///   - environment: the variables of the environment.
  ///   - isTerminal: whether standard output is a terminal.
  ///   - errorWidth: the columns of standard error, if it is a terminal.
  public func console(
    input: String = "", environment: [String: String] = [:], isTerminal: Bool = false, errorWidth: Int? = nil
  ) -> Console {
    streams.withLock { streams in
      streams.input = input.split(separator: "\n", omittingEmptySubsequences: false)[...]
      if streams.input.last?.isEmpty == true { streams.input.removeLast() }
    }
    return Console(
      isTerminal: isTerminal, environment: environment,
      readLine: { self.streams.withLock { $0.input.popFirst().map(String.init) } },
      readAll: { Data(input.utf8) },
      write: { data in self.streams.withLock { $0.output += data } },
      complain: { line in self.streams.withLock { $0.errors += "\(line)\n" } },
      errorWidth: { errorWidth },
      draw: { text in self.streams.withLock { $0.errors += text } })
  }
}
