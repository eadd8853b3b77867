import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryFiles

/// The examples of the page about uploads, compiled.
private func send(_ api: Client, _ file: URL) async throws {
  let photo = try await api.send(
    Photo.create().timeout(.seconds(600)).body(file: file, contentType: "image/jpeg") { print($0) })
  print(photo.id)
}

private func upload(_ api: Client, _ file: URL, _ store: @escaping @Sendable (UploadResumption) -> Void) async throws {
  let reply = try await api.upload(Photo.create(), from: file, by: .tus, progress: { print($0) }, observing: { store($0) })
  print(reply.url ?? "none", UploadOptions { $0.chunkSize = 1 << 20 })
}

private struct Photo: Codable, Sendable {
  var id: Int
  static func create() -> Call<Photo> { Call(Endpoint("Photo.create", .post, "photos")) }
}
