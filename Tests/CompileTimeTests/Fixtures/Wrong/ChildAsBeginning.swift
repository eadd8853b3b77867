import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Comment.read(2) / Reaction.read(3))
  // error: '/' is unavailable: a path begins at the root, as in Post.read(1) / Comment.read(2) / Reaction.read(3)
}
