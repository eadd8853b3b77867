import Foundation
import PackagePlugin

@main struct JSONReadable: CommandPlugin {
  /// Runs the tool for each target that is named. Without names, runs it for each target that has a generated file.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "JSONReadableTool").url
    if arguments.contains("--help") { return _ = try Self.run(tool, ["--help"]) }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try targets(names, in: context.package)
    guard !targets.isEmpty else {
      return Diagnostics.error("no target has a file \(Self.fileName) yet; name one with --target")
    }
    var failed: [String] = []
    for target in targets {
      var all = ["--package", context.package.directoryURL.path(percentEncoded: false)]
      all += ["--target", target.name, "--directory", target.directoryURL.path(percentEncoded: false)]
      all += (names.isEmpty ? ["--renew"] : []) + extractor.remainingArguments
      all += target.sourceFiles(withSuffix: "swift").flatMap { ["--source", $0.url.path(percentEncoded: false)] }
      if try Self.run(tool, all) != 0 { failed.append(target.name) }
    }
    if !failed.isEmpty { Diagnostics.error("json-readable failed for \(failed.joined(separator: ", "))") }
  }

  private static func run(_ tool: URL, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private static let fileName = "JSONReadable+Generated.swift"

  private func targets(_ names: [String], in package: Package) throws -> [any SourceModuleTarget] {
    if names.isEmpty {
      return package.targets.compactMap { $0 as? any SourceModuleTarget }.filter { target in
        target.sourceFiles(withSuffix: "swift").contains { $0.url.lastPathComponent == Self.fileName }
      }
    }
    return try package.targets(named: names).map { target in
      guard let target = target as? any SourceModuleTarget else { throw NoSources(target: target.name) }
      return target
    }
  }
}

private struct NoSources: Error, CustomStringConvertible {
  let target: String
  var description: String { "\(target) has no sources" }
}
