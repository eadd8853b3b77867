import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct ItemPathTests {
  @Test("One word changes the path of every row of one object: a slash at the end")
  func trailingSlash() throws {
    struct Pet: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "pets/"
      static let itemPath: URITemplate = "pets/{id}/"
      var id: Int
    }
    let pet = Pet(id: 7)
    #expect(try wire(Pet.enumerate()) == "GET http://h:1/api/pets/")
    #expect(try wire(Pet.create(pet)) == "POST http://h:1/api/pets/")
    #expect(try wire(Pet.read(7)) == "GET http://h:1/api/pets/7/")
    #expect(try wire(pet.update()) == "PUT http://h:1/api/pets/7/")
    #expect(try wire(Pet.patch(7, ["name": "Rex"])) == "PATCH http://h:1/api/pets/7/")
    #expect(try wire(pet.delete()) == "DELETE http://h:1/api/pets/7/")
  }

  @Test("A path of one operation still takes precedence, and a singleton has no item path of its own")
  func precedence() throws {
    struct Pet: Codable, Identifiable, Sendable, Readable, Deletable {
      static let path: URITemplate = "pets"
      static let itemPath: URITemplate = "pet/{id}"
      static let deletePath: URITemplate = "graves/{id}"
      var id: Int
    }
    struct Me: Codable, Sendable, Singleton, Readable {
      static let path: URITemplate = "me"
    }
    #expect(try wire(Pet.read(7)) == "GET http://h:1/api/pet/7")
    #expect(try wire(Pet.delete(7)) == "DELETE http://h:1/api/graves/7")
    #expect(try wire(Me.read()) == "GET http://h:1/api/me")
  }

  @Test("A path that begins with a list of segments has one slash before them")
  func leadingSegments() throws {
    let row = Endpoint("Image.tags", .get, "{/name*}/tags")
    #expect(try wire(Call<Okay>(row, ["name": .list(["library", "nginx"])])) == "GET http://h:1/api/library/nginx/tags")
  }

  @Test("An id of several segments fills a list of them, each encoded on its own")
  func segments() throws {
    struct Image: Codable, Identifiable, Sendable, Readable {
      struct Name: SegmentedID, Codable {
        var segments: [String]
      }
      static let path: URITemplate = "v2"
      static let itemPath: URITemplate = "v2{/id*}/tags"
      var id: Name
    }
    #expect(try wire(Image.read(.init(segments: ["library", "nginx"]))) == "GET http://h:1/api/v2/library/nginx/tags")
    #expect(try wire(Image.read(.init(segments: ["a/b", "ü"]))) == "GET http://h:1/api/v2/a%2Fb/%C3%BC/tags")
    #expect(throws: CallError.self) { try wire(Image.read(.init(segments: []))) }
    #expect(throws: CallError.self) { try wire(Image.read(.init(segments: ["..", "x"]))) }
  }

  @Test("C17: the id of an object may be a number that does not fit into an integer")
  func largeNumber() throws {
    let notes = DictionaryResource("Note", path: "notes")
    let note = try JSONValue(parsing: Data(#"{"id":18446744073709551615}"#.utf8))
    #expect(try wire(notes.delete(note)) == "DELETE http://h:1/api/notes/18446744073709551615")
  }

  @Test("A10: a router gets all segments of the id, for a call and for a parent")
  func routedSegments() throws {
    struct Image: Codable, Identifiable, Sendable, Readable {
      struct Name: SegmentedID, Codable {
        var segments: [String]
      }
      static let path: URITemplate = "v2"
      static let itemPath: URITemplate = "v2{/id*}"
      var id: Name
    }
    struct Tag: Codable, Identifiable, Sendable, Enumerable {
      typealias Parent = Image
      static let path: URITemplate = "tags"
      var id: String
    }
    struct Routes: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        operation == .read && id?.hasPrefix("library/") == true ? "mirror{/id*}" : nil
      }
    }
    let (mirrored, own) = (Image.Name(segments: ["library", "nginx"]), Image.Name(segments: ["own", "nginx"]))
    #expect(try wire(Image.read(mirrored).routed(by: Routes())) == "GET http://h:1/api/mirror/library/nginx")
    #expect(try wire(Image.read(own).routed(by: Routes())) == "GET http://h:1/api/v2/own/nginx")
    let tags = Image.read(mirrored).routed(by: Routes()) / Tag.enumerate()
    #expect(try wire(tags) == "GET http://h:1/api/mirror/library/nginx/tags")
  }
}
