import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.read(1) / Photo.read(2))
  // error: '/' is unavailable: the right side has no parent: its model must have the left side's model as its `Parent`
}
