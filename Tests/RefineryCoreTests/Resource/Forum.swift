import HTTPTypes
import RefineryCore

/// Posts hold comments, comments hold reactions, a post has one cover; a blog, of which there is one, has one author.
enum Forum {
  struct Post: Codable, Identifiable, Sendable, Equatable, Mappable {
    static let path: URITemplate = "posts"
    static let customEndpoints = [popularEndpoint, latestEndpoint]
    static let popularEndpoint = endpoint("popular", .get, "posts/popular", output: [Post].self)
    static let latestEndpoint = endpoint("latest", .get, "posts/latest", output: Post.self)
    var id: Int
    var title = ""

    static func popular() -> Call<[Post]> { Call(popularEndpoint) }
    static func latest() -> Call<Post> { Call(latestEndpoint) }
  }

  struct Comment: Codable, Identifiable, Sendable, Equatable, Mappable {
    typealias Parent = Post
    static let path: URITemplate = "comments"
    static let options = Options { $0.timeout = .seconds(7000) }
    static let customEndpoints = [hideEndpoint, recentEndpoint]
    static let hideEndpoint = endpoint("hide", .post, "comments/{id}/hide", output: Okay.self)
    static let recentEndpoint = endpoint("recent", .get, "comments/recent", output: [Comment].self)
    var id: Int
    var text = ""

    static func hide(_ id: ID) -> ScopedCall<Okay, Parent> { ScopedCall(hideEndpoint, ["id": PathValue(id: id)]) }
    static func recent() -> ScopedCall<[Comment], Parent> { ScopedCall(recentEndpoint) }
  }

  struct Reaction: Codable, Identifiable, Sendable, Equatable, Mappable {
    typealias Parent = Comment
    static let path: URITemplate = "reactions"
    var id: Int
  }

  struct Cover: Codable, Sendable, Equatable, Singleton, Creatable, Readable, Updatable, Patchable, Deletable {
    typealias Parent = Post
    static let path: URITemplate = "cover"
    var url = ""
  }

  struct Blog: Codable, Sendable, Equatable, Singleton, Readable {
    static let path: URITemplate = "blog"
    var name = ""
  }

  struct Author: Codable, Sendable, Equatable, Singleton, Readable, Updatable, Deletable {
    typealias Parent = Blog
    static let path: URITemplate = "author"
    var name = ""
  }
}

/// The path a call asks for, its method before it.
func line<Output>(_ call: Call<Output>) throws -> String { try wire(call, base: "http://h").replacing("http://h/", with: "") }
