#if Import
  import Foundation

  /// The Swift compiler, asked whether written sources type-check against the modules of the same build.
  struct Compiler {
    /// Why there is nothing to ask.
    struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    private let executable: String
    private let modules: String

    init() throws {
      (executable, modules) = (try Self.findExecutable(), try Self.findModules())
    }

    /// The lines with errors and warnings of files that are one module.
    func complaints(of sources: [(name: String, text: String)]) throws -> [String] {
      let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for source in sources { try Data(source.text.utf8).write(to: folder.appending(path: source.name)) }
      let process = Process()
      process.executableURL = URL(filePath: executable)
      process.arguments = [
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Imported",
      ]
      process.arguments? += ["-diagnostic-style", "llvm", "-I", modules]
      for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"] {
        process.arguments? += ["-enable-upcoming-feature", feature]
      }
      process.arguments? += sources.map { folder.appending(path: $0.name).path }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let lines = text.split(separator: "\n").map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
      let complaints = lines.filter { $0.contains("error: ") }
      return process.terminationStatus == 0 || !complaints.isEmpty ? complaints : lines
    }

    /// `swiftc`: the one named by `SWIFT_EXEC`, that of the toolchain whose runtime these tests have loaded, or the first of
    /// `PATH`.
    private static func findExecutable() throws -> String {
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
        throw Missing(description: "no Swift compiler: neither that of these tests nor one in PATH; name one by SWIFT_EXEC")
      }
      return found
    }

    /// Where the build put its modules: beside this test's resources, or further up.
    private static func findModules() throws -> String {
      var folder = Bundle.module.bundleURL.resolvingSymlinksInPath()
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        for candidate in [folder.appending(path: "Modules"), folder] {
          let module = candidate.appending(path: "RefineryMultipart.swiftmodule").path
          if FileManager.default.fileExists(atPath: module) { return candidate.path }
        }
      }
      throw Missing(description: "no RefineryMultipart.swiftmodule beside or above \(Bundle.module.bundlePath)")
    }
  }
#endif
