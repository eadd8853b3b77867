// snippet: begin
import RefineryCore

struct Guest: Codable, Identifiable, Sendable, Equatable {
  var id: Int
  var name: String
}

extension Guest: Creatable, Readable, Enumerable {
  static let path: URITemplate = "guests"
}

/// What the app does with guests.
struct Reception: Sendable {
  let api: Client

  func greeting(for id: Int) async throws -> String {
    "Welcome, \(try await api.send(Guest.read(id)).name)!"
  }

  /// The guest with this name; creates one if there is none.
  func guest(named name: String) async throws -> Guest {
    if let known = try await api.send(Guest.enumerate()).first(where: { $0.name == name }) { return known }
    return try await api.send(Guest(id: 0, name: name).create())
  }
}
// snippet: end
