import Foundation
import Refinery

// The Swift blocks of RefineryMultipart.md. DocumentationTests compares them, imports included.

func publish(_ file: URL, about details: [String: String], with api: Client) async throws -> Data {
  let form: MultipartForm = [
    .text("title", "Holiday"),
    .file("photo", file, contentType: "image/jpeg"),
    .model("details", details),
  ]
  return try await api.send(Call<Data>(Endpoint("Photo.create", .post, "photos")).multipart(form))
}

func read(_ video: Call<Data>, with api: Client) async throws {
  for try await part in api.parts(of: video.header(.range, "bytes=0-99,5000-5099")) {
    print(part.contentRange?.range ?? 0...0, try await part.body.collect().count)
  }
}

func readForm(_ export: Call<Okay>, with api: Client) async throws -> [String: Data] {
  var contents: [String: Data] = [:]
  for try await part in api.parts(of: export) {
    contents[part.name ?? ""] = try await part.body.collect(upTo: 1 << 20)
  }
  return contents
}

func readIfPartial(_ video: Call<Data>, with api: Client) async throws {
  let response = try await api.respond(to: video.options { $0.delivery = .streamed(buffer: 1 << 20) })
  guard response.head.status == .partialContent else { return }
  for try await part in try MultipartParts(response) { print(part.fields.count) }
}
