import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct CassetteFileTests {
  private let scratch = Scratch()

  @Test("O06: the file is readable, the same for the same exchanges, and whole after each of them")
  func form() async throws {
    let transport = StubTransport(.json(#"{"id":5}"#, headers: [.eTag: "\"1\""]), .status(204))
    let sent = request(.put, "/people/5?page=2&token=t", headers: [.authorization: "Bearer x"], body: Body(#"{"id":5}"#))
    let recording = try Cassette(scratch.file, mode: .record, over: transport)
    _ = try await recording.send(sent)
    #expect(try Cassette(scratch.file, mode: .replay).unplayed.count == 1)
    _ = try await recording.send(request(.delete, "/people/5"))
    let expected = #"""
      {
        "cassette": 1,
        "exchanges": [
          {
            "row": "Person.read",
            "request": {
              "method": "PUT",
              "url": "https://api.example/people/5?page=2&token=redacted-1",
              "headers": [
                "Authorization: redacted-2"
              ],
              "text": "{\"id\":5}"
            },
            "response": {
              "status": 200,
              "headers": [
                "ETag: \"1\"",
                "Content-Type: application/json"
              ],
              "text": "{\"id\":5}"
            },
            "hidden": [
              "request url query token: not on the list of what may be shown",
              "request header Authorization: not on the list of what may be shown"
            ]
          },
          {
            "row": "Person.read",
            "request": {
              "method": "DELETE",
              "url": "https://api.example/people/5",
              "headers": []
            },
            "response": {
              "status": 204,
              "headers": []
            }
          }
        ]
      }

      """#
    #expect(try scratch.text() == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["tape.json"])
  }

  private static let head = #"{"cassette":1,"exchanges":[{"row":"R","request":{"method":"GET","url":"u","headers":[]},"#

  @Test(
    "O06: a damaged or foreign file is refused with the reason and the exchange",
    arguments: [
      ("", "it is not JSON"), ("{", "it is not JSON"), ("[]", "`cassette`, the version, is missing"),
      (#"{"cassette":"1"}"#, "is missing"), (#"{"cassette":0,"exchanges":[]}"#, "`exchanges` is missing"),
      (#"{"cassette":1}"#, "`exchanges` is missing"), (#"{"cassette":1,"exchanges":[1]}"#, "exchange 1: `request` is missing"),
      (#"{"cassette":2,"exchanges":[]}"#, "is of version 2, and this package reads versions up to 1"),
      (head + "\"a\":1}]}", "exchange 1: `response` is missing"),
      (head + #""response":{"status":1,"headers":[]}}]}"#, "exchange 1: `status` is not from 100 to 999"),
      (head + #""response":{"status":"200","headers":[]}}]}"#, "exchange 1: `status` is missing or not a number"),
      (head + #""response":{"status":200,"headers":["a"]}}]}"#, "a header is not of the form"),
      (head + #""response":{"status":200,"headers":[],"base64":"!"}}]}"#, "`base64` is not base64"),
      (head + #""failure":{"code":"x","phase":"then","reason":""}}]}"#, "`phase` is unknown"),
    ])
  func damaged(text: String, reason: String) throws {
    try scratch.write(text)
    let error = #expect(throws: CassetteError.self) { try Cassette(scratch.file) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("the cassette tape.json") == true)
    #expect(try scratch.text() == text)
  }

  @Test("O06: a missing file, a missing transport and a folder that cannot be made are said")
  func unusable() throws {
    #expect(throws: CassetteError.unusable(file: "tape.json", reason: "cannot be read: there is no such file")) {
      try Cassette(scratch.file, mode: .replay)
    }
    #expect(throws: CassetteError.unusable(file: "tape.json", reason: "is to be recorded, but has no transport")) {
      try Cassette(scratch.file)
    }
    try scratch.write("")
    let below = scratch.file.appending(path: "below.json")
    let error = #expect(throws: CassetteError.self) {
      try Cassette(below, mode: .record, over: StubTransport(.status(200)))
    }
    guard case .unusable(file: "below.json", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      !reason.contains("CocoaError")
        && ["cannot be written: Not a directory", "cannot be written: File exists"].contains(reason), "\(reason)")
    #expect(throws: CassetteError.unusable(file: scratch.folder.lastPathComponent, reason: "cannot be written: it is a folder"))
    {
      try Cassette(scratch.folder, mode: .record, over: StubTransport(.status(200)))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["tape.json"])
  }

  @Test("O06: a URL that is not one of a file is refused at once, and nothing of it but its end and its scheme is told")
  func remote() throws {
    let url = try #require(URL(string: "http://u:CANARY@x/CANARY/y.json?CANARY"))
    for mode in [Cassette.Mode.once, .record, .replay] {
      let error = #expect(throws: CassetteError.self) { try Cassette(url, mode: mode, over: StubTransport(.status(200))) }
      #expect(
        error?.description
          == "the cassette y.json has to be a file, and its URL begins with http:; use URL(filePath:)")
      #expect(error?.description.contains("CANARY") == false)
    }
  }
}
