/// A kind of request with its conditions: one table of the results.
struct Cell: Codable, Hashable {
  enum Way: String, Codable {
    case plain, gzip, tls, http2, slow
  }

  /// What a request does, and what its client returns.
  enum Answer: String, Codable {
    case bytes, model
    /// The client sends the body, and the server responds how long the body was.
    case upload
    /// The response is an event stream. Refinery returns its events, an engine its bytes.
    case events
  }

  /// The middleware of Refinery's client. An engine does the same in each cell.
  enum Chain: String, Codable {
    /// Logging, retry, auth and gzip. The logger hides every line.
    case quiet
    /// The same, and the logger writes two lines for each call.
    case logging
  }

  let size: BodySize
  let concurrency: Int
  var way = Way.plain
  var answer = Answer.bytes
  /// Nil for a client without middleware, or only the one that decodes gzip.
  var chain: Chain?

  /// A short name, for `--only`.
  var name: String {
    var words = [size.rawValue, "\(concurrency)"]
    if answer != .bytes { words.append(answer.rawValue) }
    if way != .plain { words.append(way.rawValue) }
    if let chain { words.append("chain-\(chain.rawValue)") }
    return words.joined(separator: "-")
  }

  /// A title for tables.
  var title: String {
    var words = "\(size.text), \(concurrency) at once"
    switch answer {
    case .bytes: break
    case .model: words += ", mapped to models"
    case .upload: words += ", uploaded"
    case .events: words = "\(size.elements) events of 120 B, \(concurrency) at once"
    }
    switch way {
    case .plain: break
    case .gzip: words += ", gzip"
    case .tls: words += ", TLS"
    case .http2: words += ", HTTP/2"
    case .slow: words += ", a server that takes 50 ms"
    }
    switch chain {
    case nil: return words
    case .quiet: return words + ", standard chain"
    case .logging: return words + ", standard chain, logging on"
    }
  }

  /// The clients that support this cell: C has no models to map to, and URLSession cannot be given trust roots. What the
  /// undocumented parts of Foundation give is measured in three cells.
  var clients: [ClientKind] {
    ClientKind.allCases.filter { client in
      switch client {
      case .refineryOnDocumentedURLSession: [Self.small16, Self.small256, Self.slow256].contains(self)
      case .curl: answer != .model
      case .urlSession, .refineryOnURLSession: way != .tls && way != .http2
      default: true
      }
    }
  }

  /// The amount that a client returns for each request: bytes, models or events.
  func amount(of client: ClientKind) -> Int {
    switch answer {
    case .bytes, .upload: size.length
    case .model: size.elements
    case .events: client.engine == nil ? size.length : size.elements
    }
  }

  /// With its six connections, raw URLSession takes seconds for one response of the slow server, so these turns are twice as
  /// long.
  var patience: Double { way == .slow ? 2 : 1 }

  static let small16 = Cell(size: .small, concurrency: 16)
  static let small256 = Cell(size: .small, concurrency: 256)
  static let slow256 = Cell(size: .small, concurrency: 256, way: .slow)
  static let small16HTTP2 = Cell(size: .small, concurrency: 16, way: .http2)
  static let small16Chain = Cell(size: .small, concurrency: 16, chain: .quiet)
  static let small16Logging = Cell(size: .small, concurrency: 16, chain: .logging)

  /// The cells that have targets.
  static let quick = [small16, slow256, small16HTTP2]

  static let all = [
    Cell(size: .small, concurrency: 1), small16, Cell(size: .small, concurrency: 64), small256,
    Cell(size: .medium, concurrency: 1), Cell(size: .medium, concurrency: 16), Cell(size: .medium, concurrency: 256),
    Cell(size: .large, concurrency: 1), Cell(size: .large, concurrency: 16),
    Cell(size: .medium, concurrency: 16, way: .gzip), Cell(size: .large, concurrency: 1, way: .gzip),
    Cell(size: .small, concurrency: 16, way: .tls), Cell(size: .medium, concurrency: 16, way: .tls),
    small16HTTP2, Cell(size: .small, concurrency: 64, way: .http2), Cell(size: .medium, concurrency: 16, way: .http2),
    slow256,
    Cell(size: .medium, concurrency: 16, answer: .upload), Cell(size: .large, concurrency: 4, answer: .upload),
    Cell(size: .small, concurrency: 16, answer: .model), Cell(size: .medium, concurrency: 16, answer: .model),
    small16Chain, small16Logging, Cell(size: .medium, concurrency: 16, way: .gzip, chain: .quiet),
    Cell(size: .events, concurrency: 16, answer: .events),
  ]
}

/// The clients that are compared, in the order of their turns.
enum ClientKind: String, Codable, CaseIterable {
  case urlSession, refineryOnURLSession, refineryOnDocumentedURLSession
  case asyncHTTPClient, refineryOnAsyncHTTPClient
  case curl, refineryOnCurl, refineryOnCurlThread

  /// A title for tables.
  var title: String {
    switch self {
    case .urlSession: "URLSession `data(for:)`"
    case .refineryOnURLSession: "Refinery on URLSession"
    case .refineryOnDocumentedURLSession: "Refinery on URLSession, documented parts only"
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
    case .refineryOnURLSession, .refineryOnDocumentedURLSession: .urlSession
    case .refineryOnAsyncHTTPClient: .asyncHTTPClient
    case .refineryOnCurl, .refineryOnCurlThread: .curl
    default: nil
    }
  }
}
