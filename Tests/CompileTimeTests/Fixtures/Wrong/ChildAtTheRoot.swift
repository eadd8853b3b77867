import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Comment.read(2))
  // error: 'send' is unavailable: a child's call must follow its parent's, as in api.send(Post.read(1) / Comment.read(2))
  let comment = try await api.reply(to: Comment.read(2)).value
  // error: 'reply(to:)' is unavailable: a child's call must follow its parent's, as in api.reply(to: Post.read(1) / Comment.read(2))
  let call: Call<Okay> = comment.delete()
  // error: cannot assign value of type 'ScopedCall<Okay, Comment.Parent>' (aka 'ScopedCall<Okay, Post>') to type 'Call<Okay>' (aka 'ScopedCall<Okay, Never>')
}
