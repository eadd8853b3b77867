import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryMultipart

/// The examples of the page, compiled.
func send(_ api: Client, details: Details) async throws {
  let form: MultipartForm = [
    .text("title", "Holiday"),
    .file("photo", URL(filePath: "/data/beach.jpg"), contentType: "image/jpeg"),
    .model("details", details),
  ]
  let photo = try await api.send(Photo.create().multipart(form))
  print(photo.id)
}

func receive(_ api: Client) async throws {
  let call = Video.content(7).header(.range, "bytes=0-99,5000-5099").option(Delivery.self, .streamed(buffer: 1 << 20))
  let response = try await api.respond(to: call)
  for try await part in try MultipartParts(response) {
    print(part.contentRange?.range ?? 0...0, try await part.body.collect().count)
  }
}

struct Details: Encodable, Sendable { var place: String }

struct Photo: Codable, Sendable { var id: Int }

extension Photo {
  static func create() -> Call<Photo> { Call(Endpoint("Photo.create", .post, "photos")) }
}

enum Video {
  static func content(_ id: Int) -> Call<Data> { Call(Endpoint("Video.content", .get, "videos/{id}"), ["id": .text("\(id)")]) }
}
