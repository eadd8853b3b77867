import HTTPTypes
public import RefineryCore

/// Nested resources: a single blog and its author; posts, their comments, and the reactions to comments.
///
/// A child declares its parent by `typealias Parent`. A call of the child follows a call of the parent, and the last part decides
/// what happens:
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

  /// A blog with this title.
  public init(title: String) { self.title = title }

  /// Every row of this file.
  public static let table = EndpointTable(
    "Blog", [Blog.self, Author.self, Post.self, Comment.self, Reaction.self])

  /// The author of the blog.
  public struct Author: Codable, Hashable, Sendable {
    /// The name of the author.
    public var name: String

    /// An author with this name.
    public init(name: String) { self.name = name }
  }

  /// One post of the blog.
  public struct Post: Codable, Identifiable, Hashable, Sendable {
    /// The number of the post; the server assigns it.
    public var id: Int
    /// The title of the post.
    public var title: String

    /// A post with this number and title.
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

    /// A comment with this number and text.
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

    /// A reaction and its count.
    public init(id: String, count: Int) {
      self.id = id
      self.count = count
    }
  }
}

// There is one blog, and it has one author, so neither needs an id.
extension Blog: Singleton, Readable, Updatable {
  /// The path of all its rows.
  public static let path: URITemplate = "blog"
}

extension Blog.Author: Singleton, Readable, Updatable {
  /// The parent.
  public typealias Parent = Blog
  /// Appended to the path of the blog.
  public static let path: URITemplate = "author"
}

// A root with one typed custom row.
extension Blog.Post: Mappable {
  /// The path of the collection.
  public static let path: URITemplate = "posts"
  /// The custom row.
  public static let customEndpoints = [popularEndpoint]
  /// The most read posts.
  public static let popularEndpoint = endpoint("popular", .get, "posts/popular", output: "[Post]")

  /// The most read posts.
  public static func popular() -> Call<[Blog.Post]> { Call(popularEndpoint) }
}

// A child with one custom row, appended to the path of its parent.
extension Blog.Comment: Mappable {
  /// The parent.
  public typealias Parent = Blog.Post
  /// Appended to the path of a post.
  public static let path: URITemplate = "comments"
  /// The custom row.
  public static let customEndpoints = [hideEndpoint]
  /// Hides a comment from readers. It is idempotent.
  public static let hideEndpoint = endpoint(
    "hide", .post, "comments/{id}/hide", Options().setting(Idempotent.self, true), output: "Okay")

  /// Hides a comment from readers.
  public static func hide(_ id: ID) -> ChildCall<Blog.Comment, Okay> {
    ChildCall(hideEndpoint, PathValues("id", PathValue(id: id)))
  }
}

// A child of a child. The app only reads it.
extension Blog.Reaction: Readable, Enumerable {
  /// The parent.
  public typealias Parent = Blog.Comment
  /// Appended to the path of a comment.
  public static let path: URITemplate = "reactions"
}
