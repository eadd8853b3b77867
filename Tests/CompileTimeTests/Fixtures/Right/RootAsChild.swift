import RefineryCore

func fixture(_ api: Client, _ post: Post) async throws {
  try await api.send(Photo.read(2))
}
