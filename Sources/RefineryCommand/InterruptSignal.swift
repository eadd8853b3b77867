#if CommandLine && Load
  import Dispatch
  import Foundation

  /// Runs an action at the first Ctrl-C instead of ending the process. The second one ends it.
  struct InterruptSignal {
    private let source: any DispatchSourceSignal

    init(_ action: @escaping @Sendable () -> Void) {
      signal(SIGINT, SIG_IGN)
      source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler {
        signal(SIGINT, SIG_DFL)
        action()
      }
      source.resume()
    }

    /// Ctrl-C ends the process again.
    func end() {
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
  }
#endif
