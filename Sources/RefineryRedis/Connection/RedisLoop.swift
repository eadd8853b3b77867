#if Redis
  import CHiredis
  import RefineryCore
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The thread of a connection: sends commands, reads replies, ends waits that are over, and connects again after a loss.
  ///
  /// Commands are pipelined: each is written at once, whether or not earlier replies have arrived. The thread starts with the
  /// loop and ends with ``end()``.
  final class RedisLoop: Sendable {
    /// A command that waits for its reply.
    struct Pending: Sendable {
      let command: RedisCommand
      let limit: Duration
      let end: ContinuousClock.Instant
      let continuation: CheckedContinuation<Result<RedisReply, RedisError>, Never>
    }

    struct Settings: Sendable {
      var address: RedisAddress
      var clientName: String
      /// The channel to subscribe to, and who gets its messages. With a channel, the loop sends no commands.
      var channel: String?
      var onMessage: (@Sendable (RedisReply) -> Void)?
      var onChange: (@Sendable (RedisState) -> Void)?
      /// How long no reply may arrive, while commands wait for one, before the server counts as away.
      var silence = RedisLink.silence
      /// A probe with a reply within this time ends an absence.
      var probeLimit = Duration.milliseconds(20)
    }

    private struct Inbox {
      var commands: [Pending] = []
      var isEnding = false
      var hasEnded = false
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    static let maximumCommands = 10_000

    private let inbox = Mutex(Inbox())
    private let published = Mutex((state: RedisState.connecting, isSlow: false))
    private let refusal = Mutex<RedisError?>(nil)
    private let waiting = Atomic(0)
    private let pipe: RedisPipe
    // Only the loop's thread uses it.
    nonisolated(unsafe) private var link: RedisLink

    /// Starts the thread. Nil if the system has no descriptor or thread for it.
    init?(_ settings: Settings) {
      var ends: [Int32] = [0, 0]
      guard Self.openPipe(&ends) else { return nil }
      pipe = RedisPipe(read: ends[0], write: ends[1])
      link = RedisLink(settings, wake: { [pipe] in pipe.wake() })
      guard startThread() else { return nil }
    }

    /// What the last replies and the connection say about the server.
    var state: RedisState { published.withLock { $0.state } }

    /// The last refusal of a command.
    var lastRefusal: RedisError? { refusal.withLock { $0 } }

    /// Sends a command, and waits for its reply until the limit.
    func send(_ command: RedisCommand, within limit: Duration) async throws(RedisError) -> RedisReply {
      if case (.away(let reason), let isSlow) = published.withLock({ $0 }), !isSlow || limit <= RedisLink.silence {
        throw inbox.withLock({ $0.isEnding }) ? .closed : .away(reason)
      }
      let count = waiting.wrappingAdd(1, ordering: .relaxed).newValue
      defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
      guard count <= Self.maximumCommands else { throw .busy(commands: count - 1) }
      let result = await withCheckedContinuation { continuation in
        let pending = Pending(command: command, limit: limit, end: .now + limit, continuation: continuation)
        let (isOver, isFirst) = inbox.withLock { inbox -> (Bool, Bool) in
          if inbox.isEnding { return (true, false) }
          inbox.commands.append(pending)
          return (false, inbox.commands.count == 1)
        }
        if isOver { continuation.resume(returning: .failure(.closed)) } else if isFirst { wake() }
      }
      if case .success(.error(let text)) = result {
        let error = RedisError.refusal(text)
        // A script that the server does not know yet is sent.
        if RedisError.code(of: text) != "NOSCRIPT" { refusal.withLock { $0 = error } }
        throw error
      }
      return try result.get()
    }

    /// Ends the thread. Commands that wait fail.
    func end() {
      inbox.withLock { $0.isEnding = true }
      wake()
    }

    /// Waits until the thread has ended.
    func waitForEnd() async {
      await withCheckedContinuation { continuation in
        let hasEnded = inbox.withLock { inbox in
          if !inbox.hasEnded { inbox.waiting.append(continuation) }
          return inbox.hasEnded
        }
        if hasEnded { continuation.resume() }
      }
    }

    // MARK: The thread

    private func run() {
      // hiredis writes to sockets that the server may have closed. The error of the write says so; a signal would end the
      // process.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      while true {
        let (commands, isEnding) = inbox.withLock { inbox -> ([Pending], Bool) in
          defer { inbox.commands = [] }
          return (inbox.commands, inbox.isEnding)
        }
        for command in commands { link.take(command) }
        if isEnding { break }
        link.advance()
        publish()
        sleepUntilNextEvent()
        link.exchange()
      }
      link.end()
      published.withLock { $0 = (.away("the connection was shut down"), false) }
      let waiters = inbox.withLock { inbox in
        inbox.hasEnded = true
        defer { inbox.waiting = [] }
        return inbox.waiting
      }
      for waiter in waiters { waiter.resume() }
    }

    private func publish() {
      let isNew = published.withLock { published in
        defer { published = (link.state, link.isSlow) }
        return published.state != link.state
      }
      if isNew { link.settings.onChange?(link.state) }
    }

    private func sleepUntilNextEvent() {
      var descriptors = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
      if let (socket, writes) = link.socket {
        descriptors.append(pollfd(fd: socket, events: Int16(POLLIN) | (writes ? Int16(POLLOUT) : 0), revents: 0))
      }
      var wait: Int32 = -1
      if let next = link.nextEvent {
        let left = ContinuousClock.now.duration(to: next) / .milliseconds(1)
        wait = Int32(min(max(left, 0), 60_000).rounded(.up))
      }
      guard poll(&descriptors, nfds_t(descriptors.count), wait) > 0, descriptors[0].revents != 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(pipe.read, &bytes, bytes.count)
    }

    private func wake() { pipe.wake() }

    private static func openPipe(_ ends: inout [Int32]) -> Bool {
      #if canImport(Darwin)
        guard Darwin.pipe(&ends) == 0 else { return false }
      #elseif canImport(Musl)
        guard Musl.pipe(&ends) == 0 else { return false }
      #else
        guard Glibc.pipe(&ends) == 0 else { return false }
      #endif
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      return true
    }

    private func startThread() -> Bool {
      // The thread retains the loop until it ends.
      let this = Unmanaged.passRetained(self)
      #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, nil, { RedisLoop.main($0) }, this.toOpaque())
      #else
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { RedisLoop.main($0) }, this.toOpaque())
      #endif
      guard status == 0 else {
        this.release()
        return false
      }
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
      return true
    }

    private static func main(_ this: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let this else { return nil }
      Unmanaged<RedisLoop>.fromOpaque(this).takeRetainedValue().run()
      return nil
    }
  }

  /// A pipe that ends the wait of a thread for its sockets. A look-up may use it after the end of the loop.
  private final class RedisPipe: Sendable {
    let read: Int32
    private let write: Int32

    init(read: Int32, write: Int32) {
      self.read = read
      self.write = write
    }

    deinit {
      close(read)
      close(write)
    }

    func wake() {
      var byte: UInt8 = 1
      #if canImport(Darwin)
        _ = Darwin.write(write, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.write(write, &byte, 1)
      #else
        _ = Glibc.write(write, &byte, 1)
      #endif
    }
  }
#endif
