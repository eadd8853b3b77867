import Foundation

/// The Swift compiler that built these tests, asked whether files compile against the modules of the same build.
struct Compiler {
  /// An error that it reports.
  struct Diagnostic: Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    /// 0 where only the line counts.
    var column = 0
    let text: String
    var description: String { "\(file):\(line):\(column): \(text)" }
  }

  /// Why there is nothing to ask.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let executable: URL
  private let modules: URL
  /// Expands the macros of RefineryMacros; nil without the trait.
  private let plugin: URL?

  init() throws {
    executable = try Self.executable()
    modules = try Self.modules()
    let build = modules.lastPathComponent == "Modules" ? modules.deletingLastPathComponent() : modules
    plugin = ["RefineryMacrosPlugin-tool", "RefineryMacrosPlugin"].map { build.appending(path: $0) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The errors and warnings of files that are compiled together; none where they compile.
  func diagnostics(of files: [URL]) throws -> [Diagnostic] {
    let process = Process()
    process.executableURL = executable
    process.arguments = ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm"]
    process.arguments? += ["-I", modules.path(percentEncoded: false)]
    process.arguments? += ["-module-cache-path", modules.appending(path: "../ModuleCache").standardized.path]
    if let plugin { process.arguments? += ["-load-plugin-executable", "\(plugin.path)#RefineryMacrosPlugin"] }
    process.arguments? += files.map { $0.path(percentEncoded: false) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let found = text.split(separator: "\n").compactMap(Self.diagnostic)
    guard process.terminationStatus == 0 || !found.isEmpty else {
      throw Missing(description: "\(executable.path) failed without an error in a file:\n\(text)")
    }
    return found
  }

  private static func diagnostic(_ line: Substring) -> Diagnostic? {
    guard let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): error: (.*?)( \(from macro '\w+ ?'\))?/),
      let number = Int(match.2), let column = Int(match.3)
    else {
      return line.contains("error: ") ? Diagnostic(file: "", line: 0, text: String(line)) : nil
    }
    return Diagnostic(
      file: URL(fileURLWithPath: String(match.1)).lastPathComponent, line: number, column: column, text: String(match.4))
  }

  /// `swiftc`: the one named by `SWIFT_EXEC`, that of the toolchain whose runtime these tests have loaded, or the first of
  /// `PATH`.
  private static func executable() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    var candidates = [environment["SWIFT_EXEC"]].compactMap(\.self)
    // Through a handle: the file has no size to be read by.
    let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    for line in String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n") {
      guard let start = line.firstIndex(of: "/"), let end = line.firstRange(of: "/lib/swift/")?.lowerBound else { continue }
      candidates.append("\(line[start..<end])/bin/swiftc")
    }
    candidates += (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw Missing(
        description: "these tests ask the Swift compiler, and there is none on this machine: neither in the toolchain that the "
          + "tests run on nor in PATH; name one by the environment variable SWIFT_EXEC")
    }
    return URL(fileURLWithPath: found)
  }

  /// Where the build put its modules: beside this test's resources, or further up.
  private static func modules() throws -> URL {
    var folder = Bundle.module.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      for candidate in [folder.appending(path: "Modules"), folder] {
        let module = candidate.appending(path: "RefineryCore.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path(percentEncoded: false)) { return candidate }
      }
    }
    throw Missing(description: "no RefineryCore.swiftmodule beside or above \(Bundle.module.bundlePath)")
  }
}
