#if AsyncHTTPClient
  import NIOCore
  import NIOPosix
  import RefineryCore
  import RefineryTransport
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The clients of a transport, for one event loop each.
  ///
  /// The engine reads the files of certificates only when a client is created. So when these files change, the clients are
  /// replaced; the old clients end with their last request. A request checks the files, at most once per second. If the new
  /// files cannot be used, for example because they are still being written, the old clients stay until a later check.
  final class ClientPools: Sendable {
    private struct State {
      var settings: ClientSettings
      var pools: [ClientPool]
      var versions: [[Int64]]
      var nextLook: UInt64
    }

    private static let pause: UInt64 = 1_000_000_000

    private let count: Int
    /// Nil if no file can change.
    private let files: CertificateFiles?
    private let state: Mutex<State>
    /// The clients, if they are never replaced.
    private let fixed: [ClientPool]

    init(_ settings: ClientSettings, count: Int) {
      self.count = count
      files = settings.files
      let pools = Self.make(settings, count)
      fixed = files == nil ? pools : []
      state = Mutex(
        State(
          settings: settings, pools: files == nil ? [] : pools, versions: files?.versions ?? [],
          nextLook: AlarmClock.now + Self.pause))
    }

    /// Whether clients may be replaced. A request must then retain its client.
    var areReplaced: Bool { files != nil }

    /// All current clients.
    var all: [ClientPool] { files == nil ? fixed : state.withLock { $0.pools } }

    /// The client for this place among the requests of an origin.
    func pool(at place: Int) -> ClientPool {
      guard let files else { return fixed[place % fixed.count] }
      return state.withLock { state in
        renew(&state, files)
        return state.pools[place % state.pools.count]
      }
    }

    /// Makes a separate client with the current settings.
    func makePool() -> ClientPool {
      ClientPool(state.withLock { $0.settings }, on: MultiThreadedEventLoopGroup.singleton.any())
    }

    private func renew(_ state: inout State, _ files: CertificateFiles) {
      let now = AlarmClock.now
      guard now >= state.nextLook else { return }
      state.nextLook = now + Self.pause
      let versions = files.versions
      guard versions != state.versions, let settings = try? ClientSettings(files.configuration) else { return }
      state = State(
        settings: settings, pools: Self.make(settings, count), versions: versions, nextLook: state.nextLook)
    }

    private static func make(_ settings: ClientSettings, _ count: Int) -> [ClientPool] {
      MultiThreadedEventLoopGroup.singleton.makeIterator().prefix(count).map { ClientPool(settings, on: $0) }
    }
  }

  /// The files of certificates and keys that a configuration names.
  struct CertificateFiles: Sendable {
    let configuration: TransportConfiguration

    /// Nil if the configuration names none.
    init?(of configuration: TransportConfiguration) {
      guard configuration.trustRoots != nil || configuration.clientCertificate != nil else { return nil }
      self.configuration = configuration
    }

    /// The facts about each file that change when it is written or replaced, also if its path is a symbolic link.
    var versions: [[Int64]] {
      [configuration.trustRoots, configuration.clientCertificate?.chain, configuration.clientCertificate?.key]
        .compactMap { $0 }.map { path in
          var status = stat()
          guard stat(path, &status) == 0 else { return [] }
          #if canImport(Darwin)
            let written = status.st_mtimespec
          #else
            let written = status.st_mtim
          #endif
          return [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
            Int64(written.tv_sec), Int64(written.tv_nsec),
          ]
        }
    }
  }
#endif
