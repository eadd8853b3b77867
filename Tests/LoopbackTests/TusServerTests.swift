import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import TestSupport
import Testing

/// The URL of a tus server, if there is one.
let tusServer = ProcessInfo.processInfo.environment["REFINERY_TUS_URL"].flatMap { $0.isEmpty ? nil : $0 }

/// Uploads to tuspyserver, a server of tus 1.0.0 that others wrote. The environment says where it is: see `.ci/servers`.
extension Sockets.TusServerTests {
  private static let creation = Call<Okay>(Endpoint("File.create", .post, "files/"))

  @Test(
    "R07: A tus server stores a file, whole or in parts, also with the first part in its creation", arguments: Engine.allCases)
  func upload(engine: Engine) async throws {
    try await withFile(engine) { api, file, content in
      let variants: [UploadOptions] = [
        UploadOptions(), UploadOptions { $0.chunkSize = 1_000_000 },
        UploadOptions {
          $0.createsWithContent = true
          $0.chunkSize = 2_000_000
        },
      ]
      for options in variants {
        let reply = try await api.upload(Self.creation, from: file, by: .tus, options: options)
        #expect(reply.resumptions == 0)
        #expect(try await stored(api, reply.url) == content)
      }
    }
  }

  @Test(
    "R07: A tus server keeps what it got of a cancelled upload, which goes on, and removes it if asked",
    arguments: Engine.allCases)
  func resumption(engine: Engine) async throws {
    try await withFile(engine) { api, file, content in
      let observed = Gathered<UploadResumption>()
      let isThere = Latch()
      let upload = Task {
        try await api.upload(
          Self.creation, from: file, by: .tus, options: UploadOptions { $0.chunkSize = 1_000_000 },
          observing: {
            observed.add($0)
            if $0.offset == 2_000_000 { isThere.open() }
          })
      }
      await isThere.wait()
      upload.cancel()
      await #expect(throws: CancellationError.self) { try await upload.value }
      let resumption = try #require(observed.all.last)
      #expect(resumption.offset >= 2_000_000 && resumption.expires != nil)
      let states = Gathered<FileProgress>()
      // The server may still be at work on what it got: it says 409 or 423, or holds back its answer.
      let reply = try await api.upload(Self.creation, from: file, by: .tus, resuming: resumption) { states.add($0) }
      #expect(try await stored(api, reply.url) == content)
      #expect(states.all.last?.completed == content.count && states.all.last?.resumed ?? 0 >= 2_000_000)
      try await api.discardUpload(resumption, of: Self.creation)
      let error = await #expect(throws: CallError.self) { try await stored(api, reply.url) }
      #expect(error?.status == 404)
    }
  }

  @Test("R07: An upload that a tus server does not have any longer starts anew", arguments: Engine.allCases)
  func gone(engine: Engine) async throws {
    try await withFile(engine) { api, file, content in
      let observed = Gathered<UploadResumption>()
      _ = try await api.upload(Self.creation, from: file, by: .tus, observing: { observed.add($0) })
      let resumption = try #require(observed.all.first)
      try await api.discardUpload(resumption, of: Self.creation)
      let reply = try await api.upload(
        Self.creation.options { $0.reconnection = Reconnection(delay: .zero) }, from: file, by: .tus, resuming: resumption)
      #expect(reply.url != resumption.url && reply.resumptions == 1)
      #expect(try await stored(api, reply.url) == content)
    }
  }

  /// The content that the server stored.
  private func stored(_ api: Client, _ url: String?) async throws -> Data {
    let id = url?.split(separator: "/").last.map(String.init) ?? "none"
    return try await api.send(Call<Data>(Endpoint("File.read", .get, "stored/{id}"), ["id": .text(id)]))
  }

  private func withFile(_ engine: Engine, _ body: (Client, URL, Data) async throws -> Void) async throws {
    var random = SeededRandom(seed: 3)
    var content = Data()
    while content.count < 5_000_000 { withUnsafeBytes(of: random.next()) { content.append(contentsOf: $0) } }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-tus-\(UUID().uuidString).bin")
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await engine.using { transport in
      try await body(Client(baseURL: tusServer ?? "", transport: transport), file, content)
    }
  }
}
