import Foundation
import HTTPTypes
import Refinery
import RefineryJSONAPI
import Testing

// The example of django-rest-framework-json-api, seeded: 10 blogs, 40 authors with a bio, 600 entries, 1800 comments, 5
// companies.
extension Server {
  static let jsonAPI = Server("REFINERY_DJA_URL")
}

private struct Entry: JSONAPIResource, Readable, Enumerable, Patchable, Updatable {
  static let resourceType = "entry"
  static let path: URITemplate = "entries"
  var id: Int?
  var headline: String
  var bodyText: String?
  var blog: ToOne<Weblog> = .absent
  var authors: ToMany<Author> = .absent
  var comments: ToMany<Comment> = .absent
  var suggested: ToMany<Entry> = .absent
  var commentsHyperlinked: ToMany<Comment> = .absent
}

private struct Weblog: JSONAPIResource, Mappable {
  static let resourceType = "blog"
  static let path: URITemplate = "blogs"
  var id: String?
  var name: String
  var meta: JSONValue?
  var links: ResourceLinks?
}

private struct Author: JSONAPIResource, Readable, Enumerable {
  static let resourceType = "author"
  static let path: URITemplate = "authors"
  var id: String
  var name: String
  var bio: ToOne<Bio>
  var entries: ToMany<Entry>
}

private struct Bio: JSONAPIResource {
  static let resourceType = "authorBio"
  var id: String
  var body: String
}

private struct Writer: JSONAPIResource {
  static let resourceType = "writers"
  var id: String
  var name: String
}

private struct Comment: JSONAPIResource, Mappable {
  static let resourceType = "comment"
  static let path: URITemplate = "comments"
  var id: String?
  var body: String
  var entry: ToOne<Entry> = .absent
  var author: ToOne<Author> = .absent
  var writer: ToOne<Writer>?
}

private struct ArtProject: JSONAPIResource {
  static let resourceType = "artProject"
  var id: String
  var artist: String
}

private struct ResearchProject: JSONAPIResource {
  static let resourceType = "researchProject"
  var id: String
  var supervisor: String
}

private enum Project: PolymorphicResource {
  case art(ArtProject), research(ResearchProject), other(GenericResource)

  static let cases = ResourceCases<Project>(Project.art, Project.research, otherwise: Project.other)
  var resource: any ResourceObject {
    switch self {
    case .art(let project): project
    case .research(let project): project
    case .other(let resource): resource
    }
  }
}

private struct Company: JSONAPIResource, Enumerable {
  static let resourceType = "company"
  static let path: URITemplate = "companies"
  var id: String
  var name: String
  var currentProject: ToOne<Project>
  var currentResearchProject: ToOne<ResearchProject>
  var futureProjects: ToMany<Project>
}

extension Servers {
  @Suite("JSON:API", .timeLimit(.minutes(5)), Server.jsonAPI.trait) struct JSONAPIServerTests {
    private let api = Client(Server.jsonAPI.url)

    @Test("D08, D09: three levels of include give typed models, and linkage of what is not included stays")
    func include() async throws {
      // The server leaves the bios out where `authors` is asked for beside them.
      let entry = try await api.send(Entry.read(1).include("comments.author.bio", "authors"))
      #expect(try entry.authors.values.map(\.name) == ["author2", "author8"])
      let comments = try entry.comments.values
      #expect(comments.map(\.body) == ["Comment 1", "Comment 601", "Comment 1201"])
      #expect(try comments[0].author.value?.name == "author2")
      #expect(try comments[0].author.value?.bio.id == "2" && comments[0].author.value?.bio.isLoaded == false)
      #expect(try comments[0].entry.value?.headline == "Entry 1")
      #expect(entry.blog.id == "2" && entry.blog.linkage.value?.type == "blog" && !entry.blog.isLoaded)
      #expect(entry.suggested.count > 500 && !entry.suggested.isLoaded)
      #expect(
        entry.commentsHyperlinked.isAbsent
          && entry.commentsHyperlinked.links["related"]?.href.hasSuffix("/entries/1/comments") == true)

      let hyperlinked = Comment.enumerate().following(entry.commentsHyperlinked.links["related"])
      #expect(try await api.send(#require(hyperlinked)).map(\.body) == comments.map(\.body))

      let deep = try await api.send(Entry.read(1).include("comments.author").include("comments.author.bio").document)
      let bio = try #require(try deep.data?.comments.values.first?.author.value?.bio.value)
      #expect(bio.body == "Bio of 2 — żółw 🐢")
      #expect(Set(deep.included.map(\.type)) == ["author", "authorBio", "comment"])
      let writer = try await api.send(Comment.read("1")).writer
      #expect(try writer?.value?.name == "author2")
    }

    @Test("F07, F08, F09: pages are walked by the links of the documents, to the last") func pages() async throws {
      let call = Comment.enumerate().page(.number(1, size: 100)).fields("comment", ["body"]).document
      var document = try await api.send(call)
      #expect(document.meta["pagination"]?["count"]?.int ?? 0 >= 1800)
      let last = try await api.send(#require(call.following(document.links["last"])))
      #expect(call.following(last.links.next) == nil && last.data?.isEmpty == false)
      let previous = try await api.send(#require(call.following(last.links["prev"])))
      #expect(previous.data?.count == 100)
      let appended = try #require(try await document.appendNext(by: api, following: call))
      #expect(appended.count == 100 && document.data?.count == 200)
      #expect(Set(document.data?.map(\.id) ?? []).count == 200)
      let headlines = Entry.enumerate().fields("entry", ["headline"])
      var seen: Set<Int?> = []
      for try await entry in api.items(of: headlines, by: .jsonAPI(size: 100)) { seen.insert(entry.id) }
      #expect(seen.count >= 600)
    }

    @Test("D23, D24: sort, fields and filter are understood by the server") func query() async throws {
      let sorted = try await api.send(
        Entry.enumerate().sort("-headline").fields("entry", ["headline"]).fields("entry", ["blog"]).page(.number(1, size: 3)))
      #expect(sorted.count == 3 && sorted.map(\.headline) == sorted.map(\.headline).sorted(by: >))
      #expect(sorted.first?.headline == "Entry 99")
      #expect(sorted.allSatisfy { $0.bodyText == nil && $0.blog.id != nil && $0.authors.isAbsent })
      let filtered = try await api.send(Author.enumerate().filter(["name": "author5"]).fields("author", ["name"]))
      #expect(!filtered.isEmpty && filtered.allSatisfy { $0.name == "author5" && $0.bio == .absent })
    }

    @Test("D16, D21, D27, D30: create, patch and delete; an invalid comment gives typed errors with pointers") func changes()
      async throws
    {
      let comment = Comment(body: "New", entry: .to(id: 7), author: .to(id: "3"))
      let created = try await api.send(comment.create())
      let id = try #require(created.id)
      #expect(created.body == "New" && created.entry.id == "7" && created.author.id == "3")
      var edited = try Tracked(created)
      edited.value.body = "Newer"
      try await api.save(&edited)
      #expect(edited.value.body == "Newer" && edited.value.author.id == "3")
      #expect(try await api.send(Comment.patch(id, ["body": "Newest"])).body == "Newest")
      var tracked = try await api.send(Comment.read(id).tracked)
      tracked.value.author = .to(id: "5")
      try await api.save(&tracked)
      #expect(try await api.send(Comment.read(id)).author.id == "5" && tracked.value.author.id == "5")
      #expect(try tracked.changes().isEmpty)
      try await api.send(edited.value.delete())
      let gone = await #expect(throws: CallError.self) { try await api.send(Comment.read(id)) }
      #expect(gone?.kind == .notFound && gone?.jsonAPIErrors?.errors.first?.code == "not_found")

      let invalid = Comment(body: "", entry: .to(id: 99_999))
      let error = await #expect(throws: CallError.self) { try await api.send(invalid.create()) }
      let errors = try #require(error?.details(as: JSONAPIErrors.self)?.errors)
      #expect(error?.kind == .status(400))
      #expect(errors.map(\.source?.pointer) == ["/data/attributes/body", "/data/relationships/entry"])
      #expect(errors.map(\.code) == ["blank", "does_not_exist"] && errors.allSatisfy { $0.status == 400 })
      let unknown = await #expect(throws: CallError.self) { try await api.send(Entry.enumerate().include("nope")) }
      #expect(unknown?.jsonAPIErrors?.errors.count == 1)
      let html = await #expect(throws: CallError.self) {
        try await api.send(Author.relationship("bio", of: "1").related(Bio.self))
      }
      #expect(html?.kind == .notFound && html?.jsonAPIErrors == nil && html?.body.isEmpty == false)
    }

    @Test("D14: meta and links of a resource and of its document") func meta() async throws {
      let blog = try await api.send(Weblog.read("1").document)
      #expect(blog.meta["apiDocs"]?.string == "/docs/api/blogs" && blog.data?.meta?["copyright"]?.int != nil)
      #expect(blog.data?.links?["self"]?.href.hasSuffix("/blogs/1") == true)
    }

    @Test("D08: relationships are read, replaced, added to and taken from") func relationships() async throws {
      let new = Comment(body: "a", entry: .to(id: 8), author: .to(id: "3"))
      let id = try #require(try await api.send(new.create()).id)
      let author = Comment.relationship("author", of: id)
      try await api.send(author.replace(.one(ResourceIdentifier("author", "4"))))
      #expect(try await api.send(author.read()).linkage == .one(ResourceIdentifier("author", "4")))
      let refused = await #expect(throws: CallError.self) {
        try await api.send(author.replace(.one(nil)))
      }
      #expect(refused?.details(as: JSONAPIErrors.self)?.errors.first?.source?.pointer == "/data")
      let comments = Entry.relationship("comments", of: 9)
      let before = try await api.send(comments.read()).linkage?.ids ?? []
      try await api.send(comments.add([ResourceIdentifier("comment", id)]))
      #expect(try await api.send(comments.read()).linkage?.ids == before + [id])
      #expect(try await api.send(comments.related([Comment].self)).last?.body == "a")
      try await api.send(Comment.delete(id))
      #expect(try await api.send(comments.read()).linkage?.ids == before)

      let authors = Entry.relationship("authors", of: 9)
      let (one, two) = (ResourceIdentifier("author", "10"), ResourceIdentifier("author", "24"))
      try await api.send(authors.replace(.many([one, two])))
      try await api.send(authors.remove([two]))
      #expect(try await api.send(authors.read()).linkage == .many([one]))
      try await api.send(authors.add([two]))
      #expect(try await api.send(authors.replace(.many([one, two])))?.linkage == .many([one, two]))
      #expect(try await api.send(Entry.read(9)).authors == .to([one, two]))
      #expect(try await api.send(Entry.relationship("blog", of: 9).related(Weblog.self)).name == "Blog 10")
    }

    @Test("D11: the projects of companies are models of their types") func polymorphic() async throws {
      let companies = try await api.send(Company.enumerate().include("currentProject", "futureProjects"))
      #expect(companies.count >= 5)
      for company in companies {
        guard case .art(let project)? = try company.currentProject.value else {
          Issue.record("the current project of \(company.name) is another: \(company.currentProject)")
          continue
        }
        #expect(project.artist.hasPrefix("Artist") && company.currentResearchProject == .null)
        for future in try company.futureProjects.values {
          guard case .research(let project) = future else {
            Issue.record("a future project of \(company.name) is no research")
            continue
          }
          #expect(project.supervisor.hasPrefix("Dr"))
        }
        #expect(company.futureProjects.isLoaded)
      }
    }
  }
}
