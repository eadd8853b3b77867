import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Post.read(1) / Comment.read(2))
  let comment = try await api.reply(to: post.read() / Comment.read(2)).value
  let call: Call<Okay> = post.read() / comment.delete()
  print(call.endpoint)
}
