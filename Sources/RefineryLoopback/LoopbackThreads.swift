import Dispatch
import Foundation

/// Threads with small stacks that run one closure each.
package final class LoopbackThreads: Sendable {
  private let running = DispatchGroup()

  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) {
    running.enter()
    let thread = Thread { [running] in
      work()
      running.leave()
    }
    thread.stackSize = 512 * 1024
    thread.start()
  }

  /// Waits until all closures have returned.
  package func join() { running.wait() }
}
