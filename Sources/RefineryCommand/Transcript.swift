import Foundation
import Synchronization

/// Gives a tool its input and keeps its output, for tests.
///
/// ```swift
/// let transcript = Transcript()
/// let status = await tool.run(["table"], on: transcript)
/// print(transcript.output)
/// ```
public final class Transcript: Sendable {
  private struct Streams {
    var output = Data()
    var errors = ""
    var input: ArraySlice<Substring> = []
  }

  private let streams: Mutex<Streams>
  private let input: String
  private let environment: [String: String]
  private let isTerminal: Bool
  private let errorWidth: Int?

  /// Creates an empty transcript.
  ///
  /// - Parameters:
  ///   - input: the lines of standard input.
  ///   - environment: the variables of the environment.
  ///   - isTerminal: whether standard output is a terminal.
  ///   - errorWidth: the columns of standard error, if it is a terminal.
  public init(
    input: String = "", environment: [String: String] = [:], isTerminal: Bool = false, errorWidth: Int? = nil
  ) {
    var lines = input.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    streams = Mutex(Streams(input: lines))
    self.input = input
    self.environment = environment
    self.isTerminal = isTerminal
    self.errorWidth = errorWidth
  }

  /// The text of standard output.
  public var output: String { streams.withLock { String(decoding: $0.output, as: UTF8.self) } }
  /// The text of standard error.
  public var errors: String { streams.withLock { $0.errors } }

  /// The console that writes into this transcript.
  var console: Console {
    Console(
      isTerminal: isTerminal, environment: environment,
      readLine: { self.streams.withLock { $0.input.popFirst().map(String.init) } },
      readAll: { Data(self.input.utf8) },
      write: { data in self.streams.withLock { $0.output += data } },
      complain: { line in self.streams.withLock { $0.errors += "\(line)\n" } },
      errorWidth: { self.errorWidth },
      draw: { text in self.streams.withLock { $0.errors += text } })
  }
}
