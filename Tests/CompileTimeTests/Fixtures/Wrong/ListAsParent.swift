import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.enumerate() / Comment.read(2))
  // error: '/' is unavailable: a list is no parent: begin with one of them, as in Post.read(1) / Comment.read(2)
}
