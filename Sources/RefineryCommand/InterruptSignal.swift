#if CommandLine && Load
  import Dispatch
  import Foundation

  /// Runs an action at the first Ctrl-C instead of ending the process. The second one ends it.
  struct InterruptSignal {
    private let source: any DispatchSourceSignal
    private let previous = signal(SIGINT, SIG_IGN)

    init(_ action: @escaping @Sendable () -> Void) {
      source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler {
        signal(SIGINT, SIG_DFL)
        action()
      }
      source.resume()
    }

    /// Restores the earlier action of Ctrl-C.
    func end() {
      source.cancel()
      signal(SIGINT, previous)
    }
  }
#endif
