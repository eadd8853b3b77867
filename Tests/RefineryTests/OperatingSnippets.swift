import Foundation
import Logging
import Refinery

// The Swift blocks of Operating.md. DocumentationTests compares them, imports included.

func logged(_ url: URL, _ logger: Logger, _ tokens: some CredentialProvider) -> Client {
  Client(baseURL: url, middleware: [LoggingMiddleware(logger), RetryMiddleware(), AuthMiddleware(tokens)])
}

func operate(
  _ logger: Logger, _ table: EndpointTable, _ policies: LoggingPolicyStore, _ operations: EndpointOverrides.Store
) throws -> Client {
  try policies.load(json: Data(#"{"sampleRate": 0.1, "rows": {"Person.read": {"level": "info"}}}"#.utf8), for: table)
  let json = Data(#"{"Person.read": {"path": "v2/person/{id}", "timeout": 5, "retries": 1, "logLevel": "debug"}}"#.utf8)
  operations.replace(with: try EndpointOverrides(json: json, for: table))  // again whenever the file has changed
  let api = Client(
    baseURL: "https://api.example.com", middleware: [LoggingMiddleware(logger, policies: policies), RetryMiddleware()],
    overrides: operations.overrides)
  logger.info("\(api.report)")  // base URL, chain, transport, overrides, problems
  return api
}

func reloading(
  _ overrides: URL, _ policy: URL, _ logger: Logger, _ table: EndpointTable, _ policies: LoggingPolicyStore,
  _ operations: EndpointOverrides.Store
) -> any DispatchSourceSignal {
  signal(SIGHUP, SIG_IGN)
  let hangups = DispatchSource.makeSignalSource(signal: SIGHUP)
  hangups.setEventHandler {
    do {
      operations.replace(with: try EndpointOverrides(json: Data(contentsOf: overrides), for: table))
      try policies.load(json: Data(contentsOf: policy), for: table)
    } catch {
      logger.warning("configuration refused", metadata: ["error.message": "\(error)"])
    }
  }
  hangups.resume()
  return hangups  // keep it for as long as the app runs
}
