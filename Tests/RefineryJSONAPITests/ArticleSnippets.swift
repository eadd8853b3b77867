import RefineryCore
import RefineryJSONAPI
import RefineryTracking

// The Swift of the DocC article, block by block. A test compares the two.

// swift-format-ignore-file

struct Post: JSONAPIResource, Mappable {
  static let resourceType = "posts"
  static let path: URITemplate = "posts"
  var id: String?
  var title: String
  var subtitle: Field<String> = .absent  // absent, null and a value are three things
  var author: ToOne<Writer> = .absent
  var attachments: ToMany<Attachment> = .absent
}

struct Writer: JSONAPIResource, Mappable {
  static let resourceType = "writers"
  static let path: URITemplate = "writers"
  static let keyStrategy: KeyStrategy? = .kebabCase  // lastName is last-name in documents
  var id: Int?
  var lid: String?
  var lastName: String
}

func read(_ api: Client) async throws {
  let post = try await api.send(Post.read("1").include("author").fields("writers", ["last-name"]))
  print(post.author.id ?? "none", post.author.isLoaded)  // "9", with or without include
  print(try post.author.value?.lastName ?? "not included")
  let page = try await api.send(Post.enumerate().sort("-created").page(.number(1, size: 20)).document)
  print(page.meta["total"]?.int ?? 0, page.links.next?.href ?? "the last page")
}

struct Rename: Encodable { var title: String }

func change(_ api: Client) async throws {
  let created = try await api.send(Post(title: "New", author: .to(id: 9)).create())
  try await api.send(created.patch(Rename(title: "Newer")))
  var post = try await api.send(Post.read("1").tracked)
  post.value.author = .null
  try await api.save(&post)  // only the relationship; without changes, no request
  let attachments = Post.relationship("attachments", of: "1")
  try await api.send(attachments.add([ResourceIdentifier("images", "5")]))
  print(try await api.send(attachments.related([Attachment].self)).count)
}

struct Image: JSONAPIResource { static let resourceType = "images"; var id: String; var width: Int }
struct Recording: JSONAPIResource { static let resourceType = "recordings"; var id: String; var seconds: Int }

enum Attachment: PolymorphicResource {
  case image(Image), recording(Recording), other(GenericResource)
  static let cases = ResourceCases(image, recording, otherwise: other)
  var resource: any ResourceObject {
    switch self {
    case .image(let image): image
    case .recording(let recording): recording
    case .other(let resource): resource
    }
  }
}

func together(_ api: Client) async throws {
  var operations = AtomicOperations()
  let ann = Writer(lid: "ann", lastName: "Ann")
  operations.add(ann)
  let post = operations.add(Post(title: "New", author: .to(ann)))
  do {
    let results = try await api.send(operations.call("operations"))
    print(try results?.value(Post.self, at: post)?.author.id ?? "")
  } catch let error as CallError {
    for item in error.jsonAPIErrors?.errors ?? [] { print(item.source?.pointer ?? "", item.detail ?? "") }
  }
}
