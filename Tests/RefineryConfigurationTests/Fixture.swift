#if Configuration
  import Configuration
  import Foundation
  import HTTPTypes
  import Logging
  import RefineryConfiguration
  import RefineryCore
  import RefineryTesting
  import Synchronization

  struct Person: Codable, Identifiable, Sendable, Readable, Creatable {
    static let path: URITemplate = "people"
    var id: Int
    var name = "Ann"
  }

  let table = EndpointTable("People", [Person.self])

  /// A reader of values in memory, in the scope `crm`.
  func memory(_ values: [String: ConfigContent], baseURL: String? = "https://api.example.com") -> ConfigReader {
    ConfigReader(provider: InMemoryProvider(values: absolute(values, baseURL: baseURL))).scoped(to: "crm")
  }

  func absolute(
    _ values: [String: ConfigContent], baseURL: String? = "https://api.example.com"
  ) -> [AbsoluteConfigKey: ConfigValue] {
    var all = values
    if let baseURL { all["baseURL"] = all["baseURL"] ?? .string(baseURL) }
    let pairs = all.map { name, content in
      (key(["crm"] + name.split(separator: ".").map(String.init)), ConfigValue(content, isSecret: false))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  func key(_ components: [String]) -> AbsoluteConfigKey { AbsoluteConfigKey(components) }

  /// A reader of environment variables, in the scope `crm`.
  func environment(_ variables: [String: String]) -> ConfigReader {
    ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables)).scoped(to: "crm")
  }

  /// A provider of a file that holds a text.
  func file<Snapshot: FileConfigSnapshot>(_ text: String, as type: Snapshot.Type) async throws -> FileProvider<Snapshot> {
    let url = try temporaryFile(text)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await FileProvider<Snapshot>(config: location(url))
  }

  func temporaryFile(_ text: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: url)
    return url
  }

  /// Puts a text in place of a file at once. Each text has its own date, because the file system's clock is coarse.
  func replace(_ url: URL, with text: String, date: Int) throws {
    let next = try temporaryFile(text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(date))], ofItemAtPath: next.path)
    guard rename(next.path, url.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Where a file provider finds its file, and how often it looks.
  func location(_ url: URL, seconds: Int = 1) -> ConfigReader {
    ConfigReader(
      provider: InMemoryProvider(values: [
        key(["filePath"]): ConfigValue(.string(url.path), isSecret: false),
        key(["pollIntervalSeconds"]): ConfigValue(.int(seconds), isSecret: false),
      ]))
  }

  /// Everything that was logged, in order.
  final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    private let onLine: @Sendable (String) -> Void

    init(onLine: @escaping @Sendable (String) -> Void = { _ in }) { self.onLine = onLine }

    var all: [String] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "configuration") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
      let lines: Lines
      var logLevel = Logger.Level.trace
      var metadata: Logger.Metadata = [:]

      init(lines: Lines) { self.lines = lines }

      subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let line = "\(event.level) \(event.message) \(facts)"
        lines.kept.withLock { $0.append(line) }
        lines.onLine(line)
      }
    }
  }
#endif
