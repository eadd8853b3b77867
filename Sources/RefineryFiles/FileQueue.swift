import Dispatch

/// Runs the work of an actor that reads and writes files on a separate thread. A disk may block for a long time, and Swift's
/// tasks share only a few threads.
final class FileQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "refinery.files")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
