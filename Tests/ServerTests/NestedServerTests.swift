import Endpoints
import Foundation
import HTTPTypes
import Refinery
import Testing

/// Kinto's own nesting, said by types: buckets hold collections, and collections hold records.
private enum Nested {
  struct Bucket: Codable, Identifiable, Sendable, Readable, Updatable, Deletable {
    static let path: URITemplate = "buckets"
    static let objectEnvelope: MemberPath = "data"
    static let coder: (any Coder)? = Kinto.DataCoder()
    var id: String
  }

  struct Collection: Codable, Identifiable, Sendable, Readable, Updatable, Deletable {
    typealias Parent = Bucket
    static let path: URITemplate = "collections"
    static let objectEnvelope: MemberPath = "data"
    static let coder: (any Coder)? = Kinto.DataCoder()
    var id: String
  }

  struct Note: Codable, Identifiable, Sendable, Equatable, Mappable {
    typealias Parent = Collection
    static let path: URITemplate = "records"
    static let objectEnvelope: MemberPath = "data"
    static let listEnvelope: MemberPath = "data"
    static let coder: (any Coder)? = Kinto.DataCoder()
    var id: String
    var text: String
  }
}

extension Servers {
  @Suite("Kinto, nested", Server.kinto.trait) struct NestedServerTests {
    private let api = Blog.client()

    @Test("E01, E02, E03, E05: a path of three levels creates, lists, reads, changes, replaces and deletes on a real server")
    func cycle() async throws {
      let bucket = Nested.Bucket(id: "nested-\(UUID().uuidString.lowercased())")
      let notes = Nested.Collection(id: "notes")
      try await api.send(bucket.update())
      try await api.send(bucket.read() / notes.update())
      let place = bucket.read() / notes.read()

      let made = try await api.send(place / Nested.Note.create(["text": "a"]))
      let other = try await api.send(place / Nested.Note(id: "n2", text: "b").create())
      #expect(Set(try await api.send(place / Nested.Note.enumerate()).map(\.text)) == ["a", "b"])
      #expect(try await api.send(place / made.patch(["text": "c"])).text == "c")
      #expect(try await api.send(place / Nested.Note.update("n2", Nested.Note(id: "n2", text: "d"))).text == "d")
      #expect(try await api.send(place / other.read()) == Nested.Note(id: "n2", text: "d"))
      try await api.send(place / made.delete())
      let error = await #expect(throws: CallError.self) { try await api.send(place / made.read()) }
      #expect(error?.endpoint.name == "Bucket.Collection.Note.read")
      #expect(error?.kind == .notFound)
      try await api.send(bucket.delete())
    }
  }
}
