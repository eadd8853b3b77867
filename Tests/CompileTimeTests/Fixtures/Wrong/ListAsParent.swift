import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.enumerate() / Comment.read(2))
  // error: '/' is unavailable: a list cannot be a parent: begin with one element, as in Post.read(1) / Comment.read(2)
}
