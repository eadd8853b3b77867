import Foundation
import Refinery

// The Swift blocks of Uploads.md. DocumentationTests compares them, imports included.

func send(_ file: URL, to photos: Call<Okay>, with api: Client) async throws {
  try await api.send(photos.timeout(.seconds(600)).body(file: file, contentType: "image/jpeg") { print($0) })
}

func upload(_ video: URL, to videos: Call<Okay>, state: URL, with api: Client) async throws -> String? {
  let stored = (try? Data(contentsOf: state)).flatMap { try? JSONDecoder().decode(UploadResumption.self, from: $0) }
  let reply = try await api.upload(
    videos, from: video, by: .tus, resuming: stored,
    observing: { resumption in
      try? JSONEncoder().encode(resumption).write(to: state, options: .atomic)
    })
  try? FileManager.default.removeItem(at: state)
  return reply.url
}
