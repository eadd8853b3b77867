public import RefineryCore

/// Recorded requests and responses, read from a HAR file, a cassette, curl commands or an `.http` file, or recorded by a
/// ``TrafficRecorder``.
///
/// ```swift
/// let traffic = try Traffic(har: Data(contentsOf: URL(filePath: "browser.har")))
/// try traffic.file(as: .cassette).data.write(to: URL(filePath: "people.json"))
/// ```
///
/// Recorded traffic may contain secrets. By default, ``file(as:redaction:attachmentsIn:)`` hides them in the files that it
/// writes.
public struct Traffic: Sendable, Redacted {
  /// The exchanges, in the order of the file.
  public var exchanges: [TrafficExchange]
  /// Parts of the file that was read that are not in the exchanges, such as a script of an `.http` file. One line each.
  public internal(set) var notes: [String] = []
  /// The HAR file around the entries.
  var envelope: HAREnvelope?

  /// Traffic of these exchanges.
  public init(_ exchanges: [TrafficExchange]) { self.exchanges = exchanges }

  /// The number of exchanges.
  public var description: String { "Traffic(\(exchanges.count) exchanges)" }
}

/// The formats of recorded traffic.
public enum TrafficFormat: String, Sendable, CaseIterable {
  /// An HTTP archive, version 1.2: `.har`.
  case har
  /// A recording of `Cassette`: `.json`.
  case cassette
  /// Commands of curl in a shell script: `.sh`, `.curl` and `.bash`.
  case curl
  /// Requests in the format of JetBrains' HTTP client and the REST Client of VS Code: `.http` and `.rest`.
  case http

  /// The format of a file, by the extension of its name; nil if the extension is unknown.
  public init?(fileName: String) {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "har": self = .har
    case "json": self = .cassette
    case "sh", "curl", "bash": self = .curl
    case "http", "rest": self = .http
    default: return nil
    }
  }
}

/// A file cannot be read as recorded traffic.
public struct TrafficError: SafelyDescribed, Equatable {
  /// The format of the file.
  public let format: TrafficFormat
  /// The place of the mistake: `line 12`, `entry 3`. Empty if it concerns the whole file.
  public let place: String
  /// What is wrong there, without content of the file that may be secret.
  public let reason: String

  init(_ format: TrafficFormat, at place: String = "", _ reason: String) {
    self.format = format
    self.place = place
    self.reason = reason
  }

  /// One line, safe to log.
  public var description: String {
    let name =
      switch format {
      case .har: "the HAR file"
      case .cassette: "the cassette"
      case .curl: "the curl commands"
      case .http: "the .http file"
      }
    return Redaction.escaped("\(name) cannot be used\(place.isEmpty ? "" : ", \(place)"): \(reason)")
  }
}
