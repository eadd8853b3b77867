import PackagePlugin

@main struct EndpointTable: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
