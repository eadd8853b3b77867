import Foundation
import PackagePlugin

@main struct ImportEndpoints: CommandPlugin {
  /// Runs the tool in the folder of the package.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "ImportTool").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("import-endpoints failed") }
  }
}
