import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.read(1) / Comment.read(2))
  try await api.send(post.read() / Comment.read(2) / Reaction.read(3))
}
