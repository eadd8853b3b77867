import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.read(1) / Comment.enumerate())
}
