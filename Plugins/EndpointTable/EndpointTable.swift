import Foundation
import PackagePlugin

@main struct EndpointTable: CommandPlugin {
  /// Builds `refinery` and runs `refinery table --into Endpoints/README.md`.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let build = try packageManager.build(.product("refinery"), parameters: .init())
    guard build.succeeded, let tool = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
      return Diagnostics.error("refinery cannot be built:\n\(build.logText)")
    }
    let page = context.package.directoryURL.appending(path: "Endpoints/README.md")
    let process = Process()
    process.executableURL = tool.url
    process.arguments = ["table", "--into", page.path(percentEncoded: false)]
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("the tables could not be written") }
  }
}
