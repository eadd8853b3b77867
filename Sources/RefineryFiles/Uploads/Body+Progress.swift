import FoundationEssentials
public import RefineryCore
import RefineryParts
import Synchronization

extension Body {
  /// Returns a body with the same bytes, which reports how many of them were read.
  ///
  /// The transport reads the bytes. Middleware that needs the body first, for example to sign it, also reads them. Bytes that
  /// were read may still be in a buffer of the transport or of the system. A transport that does not stream uploads, such as
  /// URLSession, stores the bytes of a stream first; the report then counts the stored bytes.
  ///
  /// Each reading of the body, such as that of a retry, starts again at zero. The closure is called at the start of a reading
  /// and for each chunk, which has at most 64 KiB if the body is a file. The calls do not overlap, and the transfer waits for
  /// them.
  public func reporting(_ progress: @escaping @Sendable (FileProgress) -> Void) -> Body {
    reporting(to: ProgressReporter(total: length, progress), from: 0)
  }

  /// - Parameter start: the position of the body in the file.
  func reporting(to reporter: ProgressReporter, from start: Int) -> Body {
    Body(length: length, isReplayable: isReplayable) {
      var chunks = makeAsyncIterator()
      // Nil before the first chunk, because creating an iterator does not begin a reading.
      var reading: Int?
      return {
        let current = reading ?? reporter.begin(at: start)
        reading = current
        let chunk = try await chunks.next()
        if let chunk { reporter.took(chunk.count, in: current) }
        return chunk
      }
    }
  }
}

/// Reports the progress of one transfer. Only the latest reading counts, because an abandoned attempt may continue to read for
/// a while.
final class ProgressReporter: Sendable {
  private struct State {
    var reading = 0
    var progress: FileProgress
  }

  private let state: Mutex<State>
  private let report: @Sendable (FileProgress) -> Void

  init(total: Int?, _ report: @escaping @Sendable (FileProgress) -> Void) {
    state = Mutex(State(progress: FileProgress(completed: 0, total: total)))
    self.report = report
  }

  /// Begins a reading at a position of the file, and returns its number.
  func begin(at position: Int) -> Int {
    state.withLock { state in
      state.reading += 1
      state.progress.completed = position
      report(state.progress)
      return state.reading
    }
  }

  func took(_ count: Int, in reading: Int) {
    state.withLock { state in
      guard state.reading == reading else { return }
      state.progress.completed += count
      report(state.progress)
    }
  }

  /// Reports that the server has the file up to this position. Readings that are still under way no longer count.
  func reached(_ position: Int, resumed: Int? = nil) {
    state.withLock { state in
      state.reading += 1
      let resumed = resumed ?? state.progress.resumed
      guard state.progress.completed != position || state.progress.resumed != resumed else { return }
      state.progress.completed = position
      state.progress.resumed = resumed
      report(state.progress)
    }
  }
}
