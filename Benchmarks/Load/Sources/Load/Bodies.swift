import Foundation

/// One element of the server's responses.
struct Person: Codable, Sendable {
  let id: Int
  let name: String
  let email: String
  let city: String
  let score: Double
  let isActive: Bool
  let createdAt: String
  let tags: [String]
  let notes: String

  /// Returns a person whose JSON has an exact number of bytes.
  static func json(_ id: Int, bytes: Int) -> String {
    let text =
      #"{"id":\#(id),"name":"Ann Example","email":"ann.\#(id)@example.com","city":"Zürich","score":\#(id % 100).5,"#
      + #""isActive":\#(id % 2 == 0),"createdAt":"2026-01-02T03:04:05Z","tags":["alpha","beta"],"notes":""}"#
    let missing = bytes - text.utf8.count
    precondition(missing >= 0, "a person of \(bytes) bytes is too short for its members")
    return text.dropLast(2) + words(id, bytes: missing) + #""}"#
  }

  /// Returns text that compresses about as well as natural text, and is the same in every run.
  private static func words(_ seed: Int, bytes: Int) -> String {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let letters = (0..<bytes).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Array("etaoin shrdlu".utf8)[Int(state >> 33) % 13]
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The bodies of responses and uploads.
enum BodySize: String, Codable, CaseIterable {
  case small, medium, large
  /// A stream of events that ends with the response.
  case events

  /// The number of people in the list, or of events; the small body is a single person.
  var elements: Int {
    switch self {
    case .small: 1
    case .medium: 96
    case .large: 10_000
    case .events: 1_000
    }
  }

  /// The length in bytes.
  var length: Int {
    switch self {
    case .small: 236
    case .medium, .large: elements * 230 + 1
    case .events: elements * Self.event.utf8.count
    }
  }

  /// One event, whose data is a JSON document of 120 bytes.
  static let event =
    #"data: {"id":1234567,"object":"chat.completion.chunk","created":176"#
    + #"7323045,"model":"example","choices":[{"text":" Refinery!"}]}"# + "\n\n"

  /// A name for tables.
  var text: String {
    switch self {
    case .small: "236 B"
    case .medium: "22 KB"
    case .large: "2.3 MB"
    case .events: "\(elements) events"
    }
  }

  var file: String { self == .events ? "events.txt" : "\(rawValue).json" }

  var content: String {
    switch self {
    case .small: Person.json(1, bytes: length)
    case .medium, .large: "[" + (0..<elements).map { Person.json($0, bytes: 229) }.joined(separator: ",") + "]"
    case .events: String(repeating: Self.event, count: elements)
    }
  }

  /// Writes every body into a folder.
  static func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for size in allCases {
      let data = Data(size.content.utf8)
      precondition(data.count == size.length, "\(size.file) has \(data.count) bytes")
      try data.write(to: URL(filePath: folder).appending(path: size.file))
    }
  }
}
