import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import TestSupport
import Testing

/// Which responses a download uses.
@Suite(.timeLimit(.minutes(5))) struct DownloadResponseTests {
  private let content = sample(60)

  @Test("R06: A response that a proxy changed, and a success that the call declares, are files; a 204 is none")
  func statuses() async throws {
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      for (status, call) in [(203, export()), (201, export().options { $0.successCodes = 201 })] {
        let server = FileServer(content) { _, reply in reply.status = status }
        let download = try await server.client().download(call, to: target)
        #expect(try download.head.status.code == status && Data(contentsOf: target) == content)
        try FileManager.default.removeItem(at: target)
      }
      let server = FileServer(Data()) { _, reply in reply.status = 204 }
      let call = export().options { $0.successCodes = StatusSet(200...204) }
      let error = await #expect(throws: CallError.self) { try await server.client().download(call, to: target) }
      #expect(error?.stage == .status && error?.status == 204 && names(in: folder).isEmpty)
    }
  }

  @Test("R06: Accept-Encoding of the call is sent as it is")
  func acceptEncoding() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let call = export().header(.acceptEncoding, "br")
      try await server.client().download(call, to: folder.appendingPathComponent("file"))
      #expect(server.requests.map { $0.headerFields[.acceptEncoding] } == ["br"])
    }
  }

  @Test("R06: A range that is refused because the server has no more bytes does not end a file that has more")
  func shrunk() async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 { reply = .init(status: 416, fields: [.contentRange: "bytes */30"], content: Data()) }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-", nil])
    }
  }

  @Test("R06: From the second one, a new start counts as a connection without a further byte")
  func restarts() async throws {
    let server = FileServer(content) { _, reply in
      if reply.status == 206 {
        reply = .init(status: 416, fields: [.contentRange: "bytes */60"], content: Data())
      } else {
        reply.drop = 30
      }
    }
    try await withFolder { folder in
      let call = export().options { $0.reconnection = Reconnection(retries: 3) }
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(call, to: folder.appendingPathComponent("file"))
      }
      #expect(error?.status == 416 && names(in: folder).isEmpty)
      #expect(server.ranges == [nil, "bytes=30-", nil, "bytes=30-", nil, "bytes=30-"])
    }
  }

  @Test("R06: A range with more bytes than it says is an error")
  func longRange() async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 {
        reply.fields[.contentLength] = nil
        reply.content.append(0)
      }
    }
    try await withFolder { folder in
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: folder.appendingPathComponent("file"))
      }
      #expect(error?.underlying as? DownloadFault == .tooLong(expected: 60) && error?.stage == .mapping)
      #expect(server.ranges == [nil, "bytes=30-"] && names(in: folder).isEmpty)
    }
  }

  @Test("R06: A transport that cannot hold the bytes that arrive is asked for the rest")
  func overflow() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { (reply.drop, reply.loss) = (30, .bufferOverflow) } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-"])
    }
  }

  @Test("R06: A range with another date than the file is not used")
  func otherDate() async throws {
    let fields: HTTPFields = [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 2016 08:49:37 GMT"]
    let server = FileServer(content, fields) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 {
        reply.fields[.lastModified] = "Mon, 07 Nov 1994 08:49:37 GMT"
        reply.content = Data(count: 30)
      }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-", nil])
    }
  }

  @Test("R06: A download by a task that is cancelled already sends nothing, and leaves nothing")
  func alreadyCancelled() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await server.client().download(export(), to: folder.appendingPathComponent("file"))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(server.requests.isEmpty && names(in: folder).isEmpty)
    }
  }

  @Test("R06: Observers see how each connection of a download ended")
  func observed() async throws {
    let outcomes = Outcomes()
    var client = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }.client()
    client.observers = [outcomes]
    try await withFolder { [client] folder in
      try await client.download(export(), to: folder.appendingPathComponent("file"))
      #expect(outcomes.statuses == ["failure 200", "success 206"] && outcomes.sizes == ["failure 30", "success 30"])
    }
  }
}
