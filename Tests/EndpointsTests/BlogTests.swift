import Endpoints
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

@Suite struct BlogTests {
  private let post = Blog.Post(id: 1, title: "Hello")
  private let comment = Blog.Comment(id: 2, text: "Hello to you")

  private func line<Output>(_ call: Call<Output>) throws -> String {
    let request = try Client(baseURL: "http://h/api", transport: StubTransport()).makeRequest(for: call)
    return "\(request.head.method.rawValue) \(request.head.path ?? "")"
  }

  @Test("E01, E02, E05, E06, E10: every call that the page of the example names asks for what it says")
  func calls() throws {
    #expect(try line(Blog.read() / Blog.Author.read()) == "GET /api/blog/author")
    #expect(try line(Blog.Post.read(1) / Blog.Comment.enumerate()) == "GET /api/posts/1/comments")
    #expect(try line(post.read() / Blog.Comment.create(["text": "Hello"])) == "POST /api/posts/1/comments")
    #expect(try line(post.read() / comment.delete()) == "DELETE /api/posts/1/comments/2")
    let reaction = post.read() / comment.read() / Blog.Reaction.read("+1")
    #expect(try line(reaction) == "GET /api/posts/1/comments/2/reactions/%2B1")
    #expect(try line(Blog.Post.popular()) == "GET /api/posts/popular")
    #expect(try line(post.read() / Blog.Comment.hide(2)) == "POST /api/posts/1/comments/2/hide")
  }

  @Test("E03, O01: what is printed is what is called, each row under its own name")
  func rows() {
    let called = [
      (Blog.read() / Blog.Author.read()).endpoint, (post.read() / comment.delete()).endpoint,
      (post.read() / Blog.Comment.hide(2)).endpoint,
      (post.read() / comment.read() / Blog.Reaction.enumerate()).endpoint,
    ]
    #expect(
      called.map(\.name) == ["Blog.Author.read", "Post.Comment.delete", "Post.Comment.hide", "Post.Comment.Reaction.enumerate"])
    for row in called { #expect(Blog.table[row.name] == row) }
  }
}
