import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Photo.create(["id": 1]))
  // error: type 'Photo' has no member 'create'
  try await api.send(Post.read(1) / Comment.read(2) / Reaction.delete(3))
  // error: type 'Reaction' has no member 'delete'
}
