#if Redis
  import Foundation
  import RefineryCore
  import Testing

  /// A process of FleetWorker.
  final class FleetProcess: @unchecked Sendable {
    // `Process` is not marked as sendable. It is set up before it is shared, and then only waited for and killed.
    private let process = Process()
    private let output = Pipe()
    private let ended: AsyncStream<Void>

    /// Starts an instance.
    init(_ arguments: String...) throws {
      process.executableURL = Self.program
      process.arguments = arguments
      process.standardOutput = output
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      self.ended = ended
      process.terminationHandler = { _ in end.finish() }
      try process.run()
    }

    var identifier: Int32 { process.processIdentifier }

    /// Waits for the end, and returns what it counted; nil if it was killed.
    func result() async throws -> [String: Int]? {
      for await _ in ended {}
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      if process.terminationReason == .uncaughtSignal { return nil }
      guard let counts = try? JSONValue(parsing: Data(text.utf8)).object else { throw FleetProcessFailed(output: text) }
      return Dictionary(uniqueKeysWithValues: counts.map { ($0.key, $0.value.int ?? -1) })
    }

    private static var program: URL {
      // Beside the tests: on Linux they are a program, elsewhere a bundle.
      let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
      let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      return [folder, own, Bundle.main.bundleURL].map { $0.appendingPathComponent("FleetWorker") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? own.appendingPathComponent("FleetWorker")
    }
  }

  struct FleetProcessFailed: Error {
    let output: String
  }

  /// Runs as many processes at the same time, and returns what each counted.
  func fleet(_ count: Int, _ arguments: @Sendable (Int) throws -> FleetProcess) async throws -> [[String: Int]] {
    let processes = try (0..<count).map(arguments)
    var results: [[String: Int]] = []
    for process in processes { results.append(try #require(await process.result())) }
    return results
  }
#endif
