import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Photo.read(1) / Comment.read(2))
  // error: cannot convert value of type 'ScopedCall<Photo, Never>' to expected argument type 'ScopedCall<Comment.Parent, Never>' (aka 'ScopedCall<Post, Never>')
  try await api.send(post.read() / Reaction.read(3))
  // error: cannot convert value of type 'ScopedCall<Reaction, Reaction.Parent>' (aka 'ScopedCall<Reaction, Comment>') to expected argument type 'ScopedCall<Reaction, Post>'
}
