import Foundation
import HTTPTypes
import RefineryCore
import Testing

@testable import RefineryFiles

/// What the protocols of uploads write and read.
struct UploadProtocolTests {
  private func fields(
    _ proto: ResumableProtocol, _ step: UploadMachine.Step, _ change: (inout UploadRequest) -> Void = { _ in }
  ) -> [String: String] {
    var request = UploadRequest(step: step, size: 100, contentType: "video/mp4", filename: "a.mp4", metadata: "filename YQ==")
    change(&request)
    // As `Call.header(_:_:)` does: a later value replaces, nil removes.
    return proto.fields(of: request).reduce(into: [:]) { $0[$1.0.rawName] = $1.1 }
  }

  @Test("R07: The header fields of tus")
  func tus() {
    #expect(fields(.tus, .discover) == [:])
    #expect(
      fields(.tus, .create(0..<0)) == ["Tus-Resumable": "1.0.0", "Upload-Length": "100", "Upload-Metadata": "filename YQ=="])
    #expect(fields(.tus, .create(0..<9))["Content-Type"] == "application/offset+octet-stream")
    #expect(fields(.tus, .locate) == ["Tus-Resumable": "1.0.0"])
    #expect(
      fields(.tus, .append(7..<100)) == [
        "Tus-Resumable": "1.0.0", "Upload-Offset": "7", "Content-Type": "application/offset+octet-stream",
      ])
    #expect(fields(.tus, .append(7..<9)) { $0.digest = ("sha-256", Data("x".utf8)) }["Upload-Checksum"] == "sha256 eA==")
  }

  @Test("R07: The header fields of the protocol of the IETF")
  func ietf() {
    let version = ["Upload-Draft-Interop-Version": "8"]
    #expect(fields(.ietf, .discover) == version)
    #expect(
      fields(.ietf, .create(0..<0))
        == version.merging([
          "Upload-Complete": "?0", "Upload-Length": "100", "Content-Type": "video/mp4",
          "Content-Disposition": "inline; filename=\"a.mp4\"",
        ]) { $1 })
    #expect(fields(.ietf, .create(0..<0)) { $0.size = 0 }["Upload-Complete"] == "?1")
    #expect(fields(.ietf, .locate) == version)
    #expect(
      fields(.ietf, .append(7..<90))
        == version.merging(["Upload-Offset": "7", "Upload-Complete": "?0", "Content-Type": "application/partial-upload"]) { $1 }
    )
    #expect(fields(.ietf, .append(7..<100))["Upload-Complete"] == "?1")
    #expect(fields(.ietf, .append(7..<9)) { $0.digest = ("sha-256", Data("x".utf8)) }["Content-Digest"] == "sha-256=:eA==:")
  }

  @Test("R07: Metadata is in Base64, and names of files are quoted or encoded")
  func names() {
    #expect(ResumableProtocol.metadata(["name": "é", "flag": "", "b": "x"]) == "b eA==,flag,name w6k=")
    #expect(ResumableProtocol.disposition("a \"b\"\\.mp4") == "inline; filename=\"a \\\"b\\\"\\\\.mp4\"")
    #expect(ResumableProtocol.disposition("é\r\n1.mp4") == "inline; filename=\"___1.mp4\"; filename*=UTF-8''%C3%A9%0D%0A1.mp4")
  }

  private func answer(_ proto: ResumableProtocol, _ fields: HTTPFields) -> UploadAnswer {
    proto.answer(HTTPResponse(status: .noContent, headerFields: fields))
  }

  @Test("R07: A number is digits only; a structured field may have parameters")
  func numbers() {
    for (text, tus, ietf) in [
      ("70", 70, 70), ("0", 0, 0), ("-1", nil, nil), ("+1", nil, nil), ("", nil, nil), ("1.5", nil, nil), ("7;a=1", nil, 7),
      ("1, 2", nil, nil), ("99999999999999999999", nil, nil), ("0x10", nil, nil), ("\u{661}", nil, nil),
    ] as [(String, Int?, Int?)] {
      #expect(answer(.tus, [.uploadOffset: text]).offset == tus, "\(text)")
      #expect(answer(.ietf, [.uploadOffset: text]).offset == ietf, "\(text)")
    }
    for (text, isComplete) in [("?1", true), ("?0", false), ("1", nil), ("true", nil), ("?1;a", true)] as [(String, Bool?)] {
      #expect(answer(.ietf, [.uploadComplete: text]).isComplete == isComplete)
      #expect(answer(.tus, [.uploadComplete: text]).isComplete == nil)
    }
  }

  @Test("R07: Limits are read; unknown ones are ignored, and a malformed one makes all invalid")
  func limits() {
    let limits = UploadLimits(
      "max-size=1000;a=b, other=\"x, max-size=5\", min-size=1 , max-append-size=10,min-append-size=2,max-age=60, x")
    #expect(limits?.maximumSize == 1000 && limits?.minimumSize == 1 && limits?.maximumAge == 60)
    #expect(limits?.maximumAppend == 10 && limits?.minimumAppend == 2)
    for text in ["max-size=1.5", "max-size", "max-size=\"1\"", "max-size=-1", "max-size=1, max-age=?1"] {
      #expect(UploadLimits(text) == nil, "\(text)")
    }
    #expect(answer(.ietf, [.uploadLimit: "max-size=1000, min-size=x"]).limits == UploadLimits())
    #expect(UploadLimits("max-size=1, max-size=2")?.maximumSize == 2)
  }

  @Test("R07: What a server offers is read, and when an upload expires")
  func offers() {
    let fields: HTTPFields = [
      .tusVersion: "1.0.0, 0.2.2", .tusExtension: "creation,checksum", .tusMaxSize: "9", .tusChecksumAlgorithm: "md5, sha1",
      .uploadExpires: "Thu, 01 Jan 1970 00:01:40 GMT", .location: "",
    ]
    let tus = answer(.tus, fields)
    #expect(
      tus.versions == ["1.0.0", "0.2.2"] && tus.extensions == ["creation", "checksum"] && tus.checksums == ["md5", "sha1"])
    #expect(tus.limits.maximumSize == 9 && tus.expires == 100 && tus.location == nil)
    let accepted = answer(.ietf, [.acceptPatch: "text/plain, Application/Partial-Upload;v=1"]).extensions
    #expect(accepted == ["text/plain", "application/partial-upload"])
  }
}
