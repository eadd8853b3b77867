#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread with a small stack that runs one closure.
final class LoopbackThread: Sendable {
  #if canImport(Darwin)
    // `pthread_t` is a pointer on macOS. Any thread may join a thread by its handle.
    private nonisolated(unsafe) let handle: pthread_t?
  #else
    private let handle: pthread_t?
  #endif

  init(_ run: @escaping @Sendable () -> Void) {
    handle = start(Work(run))
  }

  /// Waits until the closure has returned. Call it once.
  func join() {
    if let handle { pthread_join(handle, nil) }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func start(_ work: Work) -> pthread_t? {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 512 * 1024)
  defer { pthread_attr_destroy(&attributes) }
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let pointer = Unmanaged.passRetained(work).toOpaque()
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      // Only Linux makes the argument optional.
      let work: UnsafeMutableRawPointer? = argument
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
      return nil
    }, pointer)
  guard code == 0 else {
    Unmanaged<Work>.fromOpaque(pointer).release()
    return nil
  }
  return thread
}
