import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Photo.read(1) / Comment.read(2))
  // error: cannot convert value of type 'Call<Photo>' to expected argument type 'Call<Comment.Parent>' (aka 'Call<Post>')
  try await api.send(post.read() / Reaction.read(3))
  // error: operator function '/' requires the types 'Post' and 'Reaction.Parent' (aka 'Comment') be equivalent
}
