import HTTPTypes
public import RefineryCore

/// Nested resources: a blog, of which there is one, and its author; posts, their comments, and the reactions to these.
///
/// A child says in whom it lives by `typealias Parent`. Its calls follow a call of the parent, and the last part decides what
/// happens:
///
/// | Call | Request |
/// | --- | --- |
/// | `Blog.read() / Blog.Author.read()` | `GET blog/author` |
/// | `Blog.Post.read(1) / Blog.Comment.enumerate()` | `GET posts/1/comments` |
/// | `post.read() / Blog.Comment.create(["text": "Hello"])` | `POST posts/1/comments` |
/// | `post.read() / comment.delete()` | `DELETE posts/1/comments/2` |
/// | `post.read() / comment.read() / Blog.Reaction.read("+1")` | `GET posts/1/comments/2/reactions/%2B1` |
/// | `Blog.Post.popular()` | `GET posts/popular` |
/// | `post.read() / Blog.Comment.hide(2)` | `POST posts/1/comments/2/hide` |
///
/// A wrong parent, a child without one, or an operation that the model lacks does not compile.
public struct Blog: Codable, Hashable, Sendable {
  /// What it is called.
  public var title: String

  /// A blog of this title.
  public init(title: String) { self.title = title }

  /// Every row of this file.
  public static let table = EndpointTable(
    "Blog", [Blog.self, Author.self, Post.self, Comment.self, Reaction.self])

  /// Who writes it.
  public struct Author: Codable, Hashable, Sendable {
    /// Their name.
    public var name: String

    /// An author of this name.
    public init(name: String) { self.name = name }
  }

  /// Something written.
  public struct Post: Codable, Identifiable, Hashable, Sendable {
    /// Its number, which the server gives.
    public var id: Int
    /// Its title.
    public var title: String

    /// A post of this number and title.
    public init(id: Int, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// What somebody says to a post.
  public struct Comment: Codable, Identifiable, Hashable, Sendable {
    /// Its number within the post, which the server gives.
    public var id: Int
    /// What it says.
    public var text: String

    /// A comment of this number and text.
    public init(id: Int, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// What readers feel about a comment, such as `+1`, and how many do.
  public struct Reaction: Codable, Identifiable, Hashable, Sendable {
    /// The feeling.
    public var id: String
    /// How many feel it.
    public var count: Int

    /// A feeling and how many have it.
    public init(id: String, count: Int) {
      self.id = id
      self.count = count
    }
  }
}

// There is one blog, and it has one author: neither needs an id.
extension Blog: Singleton, Readable, Updatable {
  /// The one path of its rows.
  public static let path: URITemplate = "blog"
}

extension Blog.Author: Singleton, Readable, Updatable {
  /// In whom it lives.
  public typealias Parent = Blog
  /// Behind the path of the blog.
  public static let path: URITemplate = "author"
}

// A root, with a custom row that has a type.
extension Blog.Post: Mappable {
  /// Where they live.
  public static let path: URITemplate = "posts"
  /// The row beyond the six.
  public static let customEndpoints = [popularEndpoint]
  /// What most people read.
  public static let popularEndpoint = endpoint("popular", .get, "posts/popular", output: "[Post]")

  /// What most people read.
  public static func popular() -> Call<[Blog.Post]> { Call(popularEndpoint) }
}

// A child, with a custom row of its own behind the path of its parent.
extension Blog.Comment: Mappable {
  /// In whom it lives.
  public typealias Parent = Blog.Post
  /// Behind the path of a post.
  public static let path: URITemplate = "comments"
  /// The row beyond the six.
  public static let customEndpoints = [hideEndpoint]
  /// Hides one from readers. Hiding it twice is hiding it once.
  public static let hideEndpoint = endpoint(
    "hide", .post, "comments/{id}/hide", Options().setting(Idempotent.self, true), output: "Okay")

  /// Hides one from readers.
  public static func hide(_ id: ID) -> ChildCall<Blog.Comment, Okay> {
    ChildCall(hideEndpoint, PathValues("id", PathValue(id: id)))
  }
}

// A child of a child, of which the app only reads.
extension Blog.Reaction: Readable, Enumerable {
  /// In whom it lives.
  public typealias Parent = Blog.Comment
  /// Behind the path of a comment.
  public static let path: URITemplate = "reactions"
}
