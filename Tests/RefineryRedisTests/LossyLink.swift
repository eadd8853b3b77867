#if Redis
  import Foundation

  /// A Redis server in a network namespace of its own, behind a link that loses and delays packets. Needs root, `ip` and `tc`.
  final class LossyLink: Sendable {
    static let isPossible =
      RedisServer.program != nil && FileManager.default.isExecutableFile(atPath: "/usr/sbin/tc") && getuid() == 0
      && run("ip", "netns", "add", "refinery-probe") && run("ip", "netns", "del", "refinery-probe")

    private let name = "rf\(UInt16.random(in: 0 ... .max))"
    private let server = Process()

    /// Makes the namespace, and starts the server.
    init() throws {
      let (own, other) = ("\(name)a", "\(name)b")
      for command in [
        "ip netns add \(name)", "ip link add \(own) type veth peer name \(other) netns \(name)",
        "ip addr add 10.213.77.1/30 dev \(own)", "ip link set \(own) up", "ip -n \(name) addr add 10.213.77.2/30 dev \(other)",
        "ip -n \(name) link set \(other) up",
      ] {
        guard Self.run(command.split(separator: " ").map(String.init)) else { throw LinkFailed(command: command) }
      }
      server.executableURL = URL(fileURLWithPath: "/usr/sbin/ip")
      server.arguments =
        ["netns", "exec", name, RedisServer.program ?? "", "--bind", "10.213.77.2", "--protected-mode", "no", "--save", ""]
      server.standardOutput = FileHandle.nullDevice
      try server.run()
    }

    deinit {
      server.terminate()
      server.waitUntilExit()
      _ = Self.run("ip", "netns", "del", name)
    }

    let url = "redis://10.213.77.2"

    /// Makes the link lose a part of the packets, and delays the others.
    func lose(percent: Int) throws {
      let command = ["tc", "qdisc", "replace", "dev", "\(name)a", "root", "netem", "loss", "\(percent)%", "delay", "2ms"]
      guard Self.run(command) else { throw LinkFailed(command: command.joined(separator: " ")) }
    }

    private static func run(_ command: String...) -> Bool { run(command) }

    private static func run(_ command: [String]) -> Bool {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/sbin/\(command[0])")
      process.arguments = Array(command.dropFirst())
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }

  struct LinkFailed: Error {
    let command: String
  }
#endif
