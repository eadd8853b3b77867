import FoundationEssentials
import HTTPTypes
import Testing

@testable import RefineryCore

@Suite struct RedirectTests {
  private func request(
    _ method: HTTPRequest.Method = .get, _ url: (String, String, String) = ("https", "a", "/x/y?q=1"),
    headers: HTTPFields = [:],
    body: Body? = nil
  ) -> Request {
    Request(
      endpoint: Endpoint("Test", method, "test"),
      head: HTTPRequest(method: method, scheme: url.0, authority: url.1, path: url.2, headerFields: headers), body: body)
  }

  private func follow(
    _ status: Int, to location: String?, from request: Request, under policy: RedirectPolicy = .sameOrigin
  ) throws -> Request? {
    var trail: Set<String> = []
    var headers = HTTPFields()
    headers[.location] = location
    return try policy.follow(
      request, after: Response(status: .init(code: status), headers: headers), trail: &trail)
  }

  private func url(_ request: Request?) -> String? {
    request.map { "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")" }
  }

  @Test(
    "targets within the origin are resolved and followed",
    arguments: [
      ("z", "https://a/x/z"), ("../z", "https://a/z"), ("?z", "https://a/x/y?z"), ("/%2F", "https://a/%2F"),
      ("//a/z", "https://a/z"), ("//A:443/z", "https://A:443/z"), ("https://a", "https://a/"),
      ("HTTPS://a/z?b", "https://a/z?b"),
      ("https://u:p@a/z", "https://a/z"), ("/z#part", "https://a/z"), ("/ü", "https://a/%C3%BC"),
      ("/a|b", "https://a/a%7Cb"), ("/%2e%2e/b", "https://a/b"),
    ])
  func resolved(location: String, expected: String) throws {
    #expect(url(try follow(302, to: location, from: request())) == expected)
  }

  @Test(
    "targets that make no sense are refused",
    arguments: [
      ("https://", RedirectRefused.Reason.malformedTarget), ("https:///x", .malformedTarget), ("//", .malformedTarget),
      ("https:x", .malformedTarget), ("https://a:0/", .malformedTarget), ("https://[::1/", .malformedTarget),
      ("https://a b/", .malformedTarget), ("https://%61/", .malformedTarget),
      ("mailto:a@b", .foreignScheme), ("ftp://a/", .foreignScheme), ("javascript:x", .foreignScheme),
      ("file:///etc", .foreignScheme),
    ])
  func refused(location: String, reason: RedirectRefused.Reason) {
    let error = #expect(throws: RedirectRefused.self) { try follow(302, to: location, from: request(), under: .anyOrigin) }
    #expect(error?.reason == reason)
  }

  @Test("what is no redirect, names no target or must not be followed is returned as it is")
  func returned() throws {
    for status in [200, 201, 300, 304, 305, 306, 309, 404] {
      #expect(try follow(status, to: "/z", from: request()) == nil)
    }
    #expect(try follow(302, to: nil, from: request()) == nil)
    #expect(try follow(302, to: "http://elsewhere/", from: request(), under: .never) == nil)
  }

  @Test("the method and the content follow RFC 9110 section 15.4")
  func methods() throws {
    let headers: HTTPFields = [.contentType: "a/b", .contentEncoding: "gzip", .lastModified: "x", .accept: "c/d"]
    for (status, method, expected) in [
      (303, HTTPRequest.Method.post, HTTPRequest.Method.get), (303, .put, .get), (303, .delete, .get), (303, .head, .head),
      (301, .get, .get), (302, .head, .head), (307, .post, .post), (308, .put, .put),
    ] {
      let next = try #require(
        try follow(
          status, to: "/z", from: request(method, headers: headers, body: [.get, .head].contains(method) ? nil : Body("x"))))
      #expect(next.head.method == expected, "\(status) \(method)")
      let keeps = expected == method
      #expect((next.head.headerFields[.contentType] != nil) == keeps)
      #expect((next.head.headerFields[.contentEncoding] != nil) == keeps)
      #expect((next.body != nil) == (keeps && ![.get, .head].contains(method)))
      #expect(next.head.headerFields[.accept] == "c/d")
    }
  }

  @Test(
    "301 and 302 to another method than GET and HEAD end the call, and the error names the target and what to do",
    arguments: [301, 302], [HTTPRequest.Method.post, .put, .patch, .delete, .options])
  func moved(status: Int, method: HTTPRequest.Method) throws {
    let start = request(method, ("https", "a", "/people?key=canary"), body: Body("x"))
    let error = try #require(throws: RedirectRefused.self) { try follow(status, to: "/people/?key=canary", from: start) }
    #expect(error.reason == .otherMethod && error.received.head.status.code == status && error.target == "https://a/people/")
    #expect(error.description.contains("to https://a/people/ refused") && error.description.contains("movedMethod"))
    #expect(error.description.contains("slash at its end") && !error.description.contains("canary"))
    let elsewhere = try #require(throws: RedirectRefused.self) { try follow(status, to: "https://b/people/", from: start) }
    #expect(elsewhere.reason == .otherMethod && !elsewhere.description.contains("slash at its end"))
    #expect(try follow(status, to: "/people/", from: start, under: .never) == nil)
  }

  @Test("301 and 302 to another method are followed as GET, or as they are, where a call says so")
  func movedAllowed() throws {
    for status in [301, 302] {
      var start = request(.post, headers: [.contentType: "a/b", .accept: "c/d"], body: Body("x"))
      start.options.movedMethod = .get
      let get = try #require(try follow(status, to: "/z", from: start))
      #expect(get.head.method == .get && get.body == nil)
      #expect(get.head.headerFields[.contentType] == nil && get.head.headerFields[.accept] == "c/d")
      start.options.movedMethod = .same
      let same = try #require(try follow(status, to: "/z", from: start))
      #expect(same.head.method == .post && same.body?.length == 1 && same.head.headerFields[.contentType] == "a/b")
      #expect(throws: RedirectRefused.self) { try follow(status, to: "https://b/", from: start) }
      start.body = Body(AsyncStream<Data> { $0.finish() })
      let error = #expect(throws: RedirectRefused.self) { try follow(status, to: "/z", from: start) }
      #expect(error?.reason == .bodyCannotBeReplayed)
    }
  }

  @Test("a one-shot body is not sent again, but a redirect that drops it is followed")
  func oneShot() throws {
    let body = Body(AsyncStream<Data> { $0.finish() })
    let error = #expect(throws: RedirectRefused.self) { try follow(307, to: "/z", from: request(.post, body: body)) }
    #expect(error?.reason == .bodyCannotBeReplayed && error?.description.contains("slash at its end") == false)
    let start = request(.post, ("https", "a", "/people"), body: body)
    let slash = #expect(throws: RedirectRefused.self) { try follow(307, to: "/people/", from: start) }
    #expect(slash?.reason == .bodyCannotBeReplayed && slash?.description.contains("slash at its end") == true)
    #expect(try follow(303, to: "/z", from: request(.post, body: body))?.head.method == .get)
  }

  @Test("a field that middleware marked as a credential stays behind, whatever its name")
  func markedCredential() throws {
    let partner = try #require(HTTPField.Name("X-Partner"))
    var request = request(headers: [partner: "s3cret", .userAgent: "me"])
    request.options.credentialFields = [partner]
    let away = try follow(302, to: "https://elsewhere/", from: request, under: .anyOrigin)
    #expect(away?.head.headerFields[partner] == nil)
    #expect(away?.head.headerFields[.userAgent] == "me")
    let home = try follow(302, to: "https://a/other", from: request, under: .anyOrigin)
    #expect(home?.head.headerFields[partner] == "s3cret")
  }

  @Test("credentials and every field that speaks of one stay behind when the origin changes, and only then")
  func credentials() throws {
    let secrets = [
      "Authorization", "Cookie", "Proxy-Authorization", "Origin", "Referer", "X-Api-Key", "x-access-TOKEN", "Client-Secret",
      "X-Auth", "X-Session-Id", "X-Signature", "X-Amz-Security-Token", "Password",
    ]
    let plain = ["Accept", "Idempotency-Key", "X-Request-ID", "If-Match"]
    var headers = HTTPFields()
    for name in secrets + plain { headers[try #require(HTTPField.Name(name))] = "canary" }
    let away = try #require(try follow(302, to: "https://b/", from: request(headers: headers), under: .anyOrigin))
    #expect(Set(away.head.headerFields.map(\.name.rawName)) == Set(plain))
    let here = try #require(try follow(302, to: "/z", from: request(headers: headers), under: .anyOrigin))
    #expect(here.head.headerFields.count == headers.count)
  }

  @Test(
    "another scheme, host or port is another origin",
    arguments: [
      ("http://a/", "https://a/", true), ("http://a/", "http://a:80/", false), ("http://a/", "http://a:81/", true),
      ("http://a/", "http://b/", true),
    ])
  func origins(from: String, to: String, isRefused: Bool) throws {
    let start = request(.get, ("http", "a", "/x"))
    if isRefused {
      let error = #expect(throws: RedirectRefused.self) { try follow(302, to: to, from: start) }
      #expect(error?.reason == .leavesOrigin)
      #expect(url(try follow(302, to: to, from: start, under: .anyOrigin)) == to)
    } else {
      #expect(url(try follow(302, to: to, from: start)) == to)
    }
  }

  @Test("a step from https to http is refused under every policy")
  func leavesTLS() {
    for policy in [RedirectPolicy.sameOrigin, .anyOrigin] {
      let error = #expect(throws: RedirectRefused.self) { try follow(302, to: "http://a/", from: request(), under: policy) }
      #expect(error?.reason == .leavesTLS)
    }
  }

  @Test("ten redirects are followed, the eleventh is not; a step back to the same method and URL is a loop")
  func chains() throws {
    var trail: Set<String> = []
    var current = request()
    func step(to location: String) throws -> Request {
      let response = Response(status: .found, headers: [.location: location])
      return try #require(try RedirectPolicy.sameOrigin.follow(current, after: response, trail: &trail))
    }
    for number in 1...10 { current = try step(to: "/\(number)") }
    #expect(throws: RedirectRefused.self) { try step(to: "/11") }

    trail = []
    current = request()
    current = try step(to: "/z")
    let error = #expect(throws: RedirectRefused.self) { try step(to: "/x/y?q=1") }
    #expect(error?.reason == .loop)
  }

  @Test("digests of content go with the content, and the same URL by another method is no loop")
  func afterPost() throws {
    let digests = ["Digest", "Repr-Digest", "Content-Digest", "Last-Modified"]
    var headers: HTTPFields = [.accept: "a/b"]
    for name in digests { headers[try #require(HTTPField.Name(name))] = "x" }
    let next = try #require(try follow(303, to: "/x/y?q=1", from: request(.post, headers: headers, body: Body("x"))))
    #expect(next.head.method == .get && next.head.headerFields == [.accept: "a/b"])
  }

  @Test("a change that becomes a GET loses its conditions and its idempotency key; 307 and a GET keep them")
  func conditions() throws {
    let names = ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Idempotency-Key"]
    var headers: HTTPFields = [.accept: "a/b"]
    for name in names { headers[try #require(HTTPField.Name(name))] = "x" }
    for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
      let next = try #require(try follow(303, to: "/z", from: request(method, headers: headers, body: Body("x"))))
      #expect(next.head.method == .get && next.head.headerFields == [.accept: "a/b"], "\(method)")
    }
    let again = try #require(try follow(307, to: "/z", from: request(.put, headers: headers, body: Body("x"))))
    #expect(again.head.headerFields == headers)
    let read = try #require(try follow(303, to: "/z", from: request(headers: headers)))
    #expect(read.head.headerFields == headers)
  }

  @Test("a refusal says where it leads without user information, query, or a path that the row does not have")
  func words() {
    let error = #expect(throws: RedirectRefused.self) {
      try follow(302, to: "https://canary:canary@b/z?token=canary#canary", from: request())
    }
    #expect(
      error?.description == "redirect 302 to https://b/<redacted> refused: \(RedirectRefused.Reason.leavesOrigin.rawValue)")
  }
}
