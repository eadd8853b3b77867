#if PostgreSQL
  import Foundation
  import Synchronization

  /// A process that drains an outbox.
  final class Worker: Sendable {
    private let arguments: [String]
    private let file = "/tmp/refinery-outbox-\(UUID().uuidString)"
    private let started = Mutex<pid_t>(0)

    init(_ port: Int, _ url: String, _ schema: String, _ style: String) {
      arguments = [Self.program, "http://127.0.0.1:\(port)", url, schema, style, "300"]
    }

    deinit { unlink(file) }

    private static var program: String {
      let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      return [own, Bundle.main.bundleURL].map { $0.appendingPathComponent("OutboxWorker").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "OutboxWorker"
    }

    var pid: pid_t { started.withLock { $0 } }
    var output: String { String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self) }

    func start() {
      let script = "exec \"$0\" \"$@\" >\(file) 2>&1 </dev/null"
      var words = (["/bin/sh", "-c", script] + arguments).map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      var child: pid_t = 0
      guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else { return }
      started.withLock { [child] in $0 = child }
    }

    /// Waits for its end. Returns its status, or the signal that ended it.
    func end() async -> Int32 {
      let pid = pid
      guard pid > 0 else { return -1 }
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var status: Int32 = 0
          while waitpid(pid, &status, 0) < 0, errno == EINTR {}
          continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F)
        }
      }
    }
  }
#endif
