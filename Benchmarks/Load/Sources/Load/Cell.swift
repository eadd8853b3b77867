/// A kind of request with its conditions: one table of the results.
struct Cell: Codable, Hashable {
  enum Way: String, Codable {
    case plain, gzip, tls, slow
  }

  enum Answer: String, Codable {
    case bytes, model
  }

  let size: BodySize
  let concurrency: Int
  var way = Way.plain
  var answer = Answer.bytes

  /// A title for tables.
  var title: String {
    var words = "\(size.text), \(concurrency) at once"
    switch way {
    case .plain: break
    case .gzip: words += ", gzip"
    case .tls: words += ", TLS"
    case .slow: words += ", a server that takes 50 ms"
    }
    return answer == .model ? words + ", mapped to models" : words
  }

  /// The clients that support this cell: C has no models to map to, and URLSession cannot be given trust roots.
  var clients: [ClientKind] {
    ClientKind.allCases.filter { client in
      switch client {
      case .curl: answer == .bytes
      case .urlSession, .refineryOnURLSession: way != .tls
      default: true
      }
    }
  }

  /// The amount that a client returns for each request: bytes, or models.
  var amount: Int { answer == .bytes ? size.length : size.elements }

  /// With its six connections, raw URLSession takes seconds for one response of the slow server, so these turns are twice as
  /// long.
  var patience: Double { way == .slow ? 2 : 1 }

  static let small16 = Cell(size: .small, concurrency: 16)
  static let slow256 = Cell(size: .small, concurrency: 256, way: .slow)

  /// The cells that have targets.
  static let quick = [small16, slow256]

  static let all = [
    Cell(size: .small, concurrency: 1), small16, Cell(size: .small, concurrency: 64), Cell(size: .small, concurrency: 256),
    Cell(size: .medium, concurrency: 1), Cell(size: .medium, concurrency: 16), Cell(size: .medium, concurrency: 256),
    Cell(size: .large, concurrency: 1), Cell(size: .large, concurrency: 16),
    Cell(size: .medium, concurrency: 16, way: .gzip), Cell(size: .large, concurrency: 1, way: .gzip),
    Cell(size: .small, concurrency: 16, way: .tls), Cell(size: .medium, concurrency: 16, way: .tls),
    slow256,
    Cell(size: .small, concurrency: 16, answer: .model), Cell(size: .medium, concurrency: 16, answer: .model),
  ]
}

/// The clients that are compared, in the order of their turns.
enum ClientKind: String, Codable, CaseIterable {
  case urlSession, refineryOnURLSession
  case asyncHTTPClient, refineryOnAsyncHTTPClient
  case curl, refineryOnCurl, refineryOnCurlThread

  /// A title for tables.
  var title: String {
    switch self {
    case .urlSession: "URLSession `data(for:)`"
    case .refineryOnURLSession: "Refinery on URLSession"
    case .asyncHTTPClient: "AsyncHTTPClient"
    case .refineryOnAsyncHTTPClient: "Refinery on AsyncHTTPClient"
    case .curl: "libcurl in C"
    case .refineryOnCurl: "Refinery on libcurl"
    case .refineryOnCurlThread: "Refinery on libcurl's thread"
    }
  }

  /// The engine that the client is built on; nil for an engine itself.
  var engine: ClientKind? {
    switch self {
    case .refineryOnURLSession: .urlSession
    case .refineryOnAsyncHTTPClient: .asyncHTTPClient
    case .refineryOnCurl, .refineryOnCurlThread: .curl
    default: nil
    }
  }
}
