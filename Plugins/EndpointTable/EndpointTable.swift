import Foundation
import PackagePlugin

@main struct EndpointTable: CommandPlugin {
  /// Runs `refinery table --into Endpoints/README.md`, or with the arguments given in place of that file's name.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let page = context.package.directoryURL.appending(path: "Endpoints/README.md").path(percentEncoded: false)
    let tool = Process()
    tool.executableURL = try context.tool(named: "RefineryTool").url
    tool.arguments = ["table", "--into"] + (arguments.isEmpty ? [page] : arguments)
    try tool.run()
    tool.waitUntilExit()
    if tool.terminationStatus != 0 { Diagnostics.error("the tables could not be printed") }
  }
}
