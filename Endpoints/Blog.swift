import HTTPTypes
public import RefineryCore

/// Nested resources: a single blog and its author; posts, their comments, and the reactions to comments.
///
/// A child declares its parent by `typealias Parent`. The operator `/` joins a call of the parent and a call of the child. The
/// last call decides which request is sent:
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
/// A wrong parent, a child without its parent, or an operation that the model lacks does not compile.
public struct Blog: Codable, Hashable, Sendable {
  /// The title of the blog.
  public var title: String

  /// Creates a blog with this title.
  public init(title: String) { self.title = title }

  /// Every row of this file.
  public static let table = EndpointTable(
    "Blog", [Blog.self, Author.self, Post.self, Comment.self, Reaction.self])

  /// The author of the blog.
  public struct Author: Codable, Hashable, Sendable {
    /// The name of the author.
    public var name: String

    /// Creates an author with this name.
    public init(name: String) { self.name = name }
  }

  /// One post of the blog.
  public struct Post: Codable, Identifiable, Hashable, Sendable {
    /// The number of the post; the server assigns it.
    public var id: Int
    /// The title of the post.
    public var title: String

    /// Creates a post with this number and title.
    public init(id: Int, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// One comment on a post.
  public struct Comment: Codable, Identifiable, Hashable, Sendable {
    /// The number of the comment within its post; the server assigns it.
    public var id: Int
    /// The text of the comment.
    public var text: String

    /// Creates a comment with this number and text.
    public init(id: Int, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// A reaction to a comment, such as `+1`, and its count.
  public struct Reaction: Codable, Identifiable, Hashable, Sendable {
    /// The reaction.
    public var id: String
    /// The number of readers with this reaction.
    public var count: Int

    /// Creates a reaction with its count.
    public init(id: String, count: Int) {
      self.id = id
      self.count = count
    }
  }
}

// There is only one blog, and it has only one author, so neither needs an id.
extension Blog: Singleton, Readable, Updatable {
  /// The path of all its rows.
  public static let path: URITemplate = "blog"
}

extension Blog.Author: Singleton, Readable, Updatable {
  /// The author belongs to the blog.
  public typealias Parent = Blog
  /// Appended to the path of the blog.
  public static let path: URITemplate = "author"
}

// A model without a parent, with one custom row. The call of that row has a typed result.
extension Blog.Post: Mappable {
  /// The path of the collection.
  public static let path: URITemplate = "posts"
  /// The custom row: `popular()`.
  public static let customEndpoints = [popularEndpoint]
  /// The row of `popular()`.
  public static let popularEndpoint = endpoint("popular", .get, "posts/popular", output: [Blog.Post].self)

  /// Lists the most read posts.
  public static func popular() -> Call<[Blog.Post]> { Call(popularEndpoint) }
}

// A child with one custom row, whose path is appended to the path of the parent.
extension Blog.Comment: Mappable {
  /// A comment belongs to a post.
  public typealias Parent = Blog.Post
  /// Appended to the path of a post.
  public static let path: URITemplate = "comments"
  /// The custom row: `hide(_:)`.
  public static let customEndpoints = [hideEndpoint]
  /// The row of `hide(_:)`. It is idempotent: to hide a comment again has no further effect.
  public static let hideEndpoint = endpoint(
    "hide", .post, "comments/{id}/hide", Options { $0.idempotent = true }, output: Okay.self)

  /// Hides a comment from readers.
  public static func hide(_ id: ID) -> ScopedCall<Okay, Parent> {
    ScopedCall(hideEndpoint, PathValues("id", PathValue(id: id)))
  }
}

// A child of a child. It has only the operations that read.
extension Blog.Reaction: Readable, Enumerable {
  /// A reaction belongs to a comment.
  public typealias Parent = Blog.Comment
  /// Appended to the path of a comment.
  public static let path: URITemplate = "reactions"
}
