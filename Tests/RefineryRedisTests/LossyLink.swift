#if Redis
  import Foundation

  /// A Redis server in a network namespace of its own, which loses a part of the packets that it receives. Needs root, `ip`
  /// and `nft`.
  final class LossyLink: Sendable {
    static let isPossible =
      RedisServer.program != nil && FileManager.default.isExecutableFile(atPath: "/usr/sbin/nft") && getuid() == 0
      && run("ip", "netns", "add", "refinery-probe") && run("ip", "netns", "del", "refinery-probe")

    private let name = "rf\(UInt16.random(in: 0 ... .max))"
    private let server = Process()

    /// Makes the namespace, and starts the server.
    init() throws {
      let (own, other) = ("\(name)a", "\(name)b")
      for command in [
        "ip netns add \(name)", "ip link add \(own) type veth peer name \(other) netns \(name)",
        "ip addr add 10.213.77.1/30 dev \(own)", "ip link set \(own) up", "ip -n \(name) addr add 10.213.77.2/30 dev \(other)",
        "ip -n \(name) link set \(other) up", "ip netns exec \(name) nft add table inet refinery",
        "ip netns exec \(name) nft add chain inet refinery input { type filter hook input priority 0; }",
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
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
      _ = Self.run("ip", "netns", "del", name)
    }

    let url = "redis://10.213.77.2"

    /// Makes the link lose a part of the packets to the server.
    func lose(percent: Int) throws {
      let nft = "ip netns exec \(name) nft"
      var commands = ["\(nft) flush chain inet refinery input"]
      let condition = percent < 100 ? "numgen random mod 100 < \(percent) " : ""
      if percent > 0 { commands.append("\(nft) add rule inet refinery input \(condition)drop") }
      for command in commands where !Self.run(command.split(separator: " ").map(String.init)) {
        throw LinkFailed(command: command)
      }
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
