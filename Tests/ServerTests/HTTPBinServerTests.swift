import Endpoints
import Foundation
import HTTPTypes
import Refinery
import Testing

extension Servers {
  @Suite("httpbin", Server.httpbin.trait) struct HTTPBinServerTests {
    private let api = Client(Server.httpbin.url)

    @Test("L06: gzip and deflate arrive decoded, once, and no field says otherwise")
    func codings() async throws {
      let gzip = try await api.reply(to: HTTPBin.gzip())
      #expect(gzip.value.gzipped == true)
      #expect(gzip.headers[.contentEncoding] == nil)
      #expect(try await api.send(HTTPBin.deflate()).deflated == true)
    }

    @Test("L06: a request body goes out compressed where the call says so, and is the same when decompressed")
    func compressedRequest() async throws {
      let text = String(repeating: "Lorem ipsum. ", count: 2000)
      let echo = try await api.send(HTTPBin.post().text(text).options { $0.compression = .large })
      #expect(echo.headers["Content-Encoding"] == "gzip")
      // httpbin writes bytes that are not text as a data URL.
      let encoded = try #require(echo.data?.split(separator: "base64,").last)
      let sent = try #require(Data(base64Encoded: String(encoded)))
      #expect(try Gzip.decompress(sent) == Data(text.utf8))
    }

    @Test("R04: a server reads the text, files and names of a multipart form")
    func multipart() async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-\(UUID().uuidString)")
      try Data("from a file".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let form: MultipartForm = [
        .text("title", "Ferien in Süd\r\n"), .text("é", "1"),
        .file("photo", file, filename: "\"é\".jpg", contentType: "text/plain"),
        .data("raw", Data("bytes".utf8), filename: "raw.txt", contentType: "text/plain"),
        .stream("log", Body("a stream").mapChunks { $0 }, filename: "log.txt", contentType: "text/plain"),
      ]
      let known = MultipartForm(Array(form.parts.dropLast()))
      for form in [form, known] {
        let echo = try await api.send(HTTPBin.post().multipart(form))
        #expect(echo.form == ["title": "Ferien in Süd\r\n", "é": "1"])
        #expect(echo.files?["photo"] == "from a file")
        #expect(echo.files?["raw"] == "bytes")
        #expect(echo.files?["log"] == (form.parts.count == 5 ? "a stream" : nil))
      }
    }

    @Test("Redirects within the origin are followed, those to another are refused by default")
    func redirects() async throws {
      #expect(try await api.send(HTTPBin.redirect(3)).url?.hasSuffix("/get") == true)
      #expect(try await api.send(HTTPBin.absoluteRedirect(2)).url?.hasSuffix("/get") == true)
      await #expect(throws: CallError.self) { try await api.send(HTTPBin.redirect(to: "http://localhost:1/")) }
      let first = try await api.respond(to: HTTPBin.redirect(1).options { $0.redirects = .never })
      #expect(first.head.status.code == 302)
    }

    @Test("K05, K08: Basic and bearer credentials let in, and a 401 without them is the answer, at once")
    func credentials() async throws {
      let call = HTTPBin.basicAuth(user: "ann", password: "p w")
      let anonymous = await #expect(throws: CallError.self) { try await api.send(call) }
      #expect(anonymous?.status == 401)
      #expect(anonymous?.headers?[.wwwAuthenticate] == #"Basic realm="Fake Realm""#)
      let wrong = Client(Server.httpbin.url, auth: AuthMiddleware(.basic(user: "ann", password: "p")))
      #expect(await #expect(throws: CallError.self) { try await wrong.send(call) }?.attempts.count == 1)
      let right = Client(Server.httpbin.url, auth: AuthMiddleware(.basic(user: "ann", password: "p w")))
      #expect(try await right.send(call).user == "ann")

      let bearer = Client(Server.httpbin.url, auth: AuthMiddleware(.bearer("t0ken")))
      #expect(try await bearer.send(HTTPBin.bearer()).token == "t0ken")
      let off = HTTPBin.bearer().options { $0.authentication = .off }
      #expect(await #expect(throws: CallError.self) { try await bearer.send(off) }?.status == 401)
    }

    @Test("M07: a call that takes too long ends by its own limit, which the error names")
    func timeout() async throws {
      let call = HTTPBin.delay(10).timeout(.milliseconds(300))
      #expect(await #expect(throws: CallError.self) { try await api.send(call) }?.kind == .timedOut(.total))
    }

    @Test("K07: an entity tag that still holds gives nil, one that does not gives 412")
    func entityTags() async throws {
      #expect(try await api.reply(to: HTTPBin.entityTag("abc")).entityTag == "abc")
      #expect(try await api.send(HTTPBin.entityTag("abc").ifNoneMatch("abc")) == nil)
      #expect(try await api.send(HTTPBin.entityTag("abc").ifNoneMatch("other")) != nil)
      let stale = HTTPBin.entityTag("abc").ifMatch("other")
      #expect(await #expect(throws: CallError.self) { try await api.send(stale) }?.kind == .status(412))
    }

    @Test(
      "I05, I06, I07: statuses are told apart",
      arguments: [
        (400, CallError.Kind.status(400)), (403, .status(403)), (404, .notFound), (410, .notFound), (418, .status(418)),
        (501, .serverError(501)),
      ])
    func statuses(code: Int, kind: CallError.Kind) async throws {
      let error = try #require(await #expect(throws: CallError.self) { try await api.send(HTTPBin.status(code)) })
      #expect(error.kind == kind)
      #expect(error.attempts.count == 1)
      if code == 418 { #expect(String(decoding: error.body, as: UTF8.self).contains("teapot")) }
    }

    @Test("L05: a 503 is tried three times, and each attempt is in the error")
    func retries() async throws {
      let error = try #require(await #expect(throws: CallError.self) { try await api.send(HTTPBin.status(503)) })
      #expect(error.attempts.map(\.outcome) == [.status(503), .status(503), .status(503)])
    }

    @Test("B18, B22, B24, L07: JSON, forms, text and queries arrive as they were meant")
    func echoes() async throws {
      let json = try await api.send(HTTPBin.post().body(["name": "Ann", "tags": ["a", "b"]] as JSONValue))
      #expect(json.json == ["name": "Ann", "tags": ["a", "b"]])
      #expect(json.headers["Content-Type"] == "application/json")
      let form = try await api.send(HTTPBin.post().form(["q": "a b&c=ü+"]))
      #expect(form.form?["q"] == "a b&c=ü+")
      #expect(try await api.send(HTTPBin.put().text("grüß")).data == "grüß")
      let query = try await api.send(HTTPBin.get(["q": "a b&c=ü+", "n": 1]))
      #expect(query.args == ["n": "1", "q": "a b&c=ü+"])
      #expect(try await api.send(HTTPBin.delete()).headers["Content-Type"] == nil)
      #expect(try await api.send(HTTPBin.anything(["a", "b"])).url?.hasSuffix("/anything/a/b") == true)
    }

    @Test("K03: a header field of one call is not in the next")
    func headers() async throws {
      let name = try #require(HTTPField.Name("X-Once"))
      #expect(try await api.send(HTTPBin.headers().header(name, "1")).headers["X-Once"] == "1")
      #expect(try await api.send(HTTPBin.headers()).headers["X-Once"] == nil)
    }

    @Test("C01, C16: bytes, and JSON of any shape")
    func bytes() async throws {
      #expect(try await api.send(HTTPBin.bytes(1000)).count == 1000)
      #expect(try await api.send(HTTPBin.json())["slideshow"]?["title"] == "Sample Slide Show")
    }
  }
}
