import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

extension MiddlewareTrial {
  static let requestRules = [
    MiddlewareRule("passes a request on once") { try await $0.passesOnOnce() },
    MiddlewareRule("changes only the parts of a request that it owns") { try await $0.changesOnlyWhatItOwns() },
    MiddlewareRule("keeps endpoint, options and context") { try await $0.keepsContext() },
    MiddlewareRule("keeps a request body and the fields that describe it in agreement") { try await $0.keepsBodyAndFields() },
    MiddlewareRule("reads a one-shot request body only to send it, and sends it once") { try await $0.respectsOneShotBody() },
  ]

  private func passesOnOnce() async throws {
    let statuses = may(.resend) ? [200, 404] : [200, 302, 401, 404, 429, 500, 503]
    for (method, body) in [(HTTPRequest.Method.get, nil as Body?), (.post, Body("{}")), (.delete, nil)] {
      for status in statuses {
        let sends = try await exchange(request(method, body: body)) { _ in Response(status: .init(code: status)) }.sent.count
        try expect(
          sends == 1 || (sends == 0 && may(.answer)), "one request for a \(method) that gets \(status)", seen: "\(sends)")
      }
    }
    guard !may(.resend) else { return }
    let sends = try await exchange(request()) { _ in throw ScriptedFailure() }.sent.count
    try expect(sends == 1 || (sends == 0 && may(.answer)), "one request for a GET that fails", seen: "\(sends)")
  }

  private func changesOnlyWhatItOwns() async throws {
    var fields: HTTPFields = [.accept: "application/json", .userAgent: "contract"]
    for number in 0..<200 {
      guard let name = HTTPField.Name("X-Contract-\(number)") else { continue }
      fields.append(HTTPField(name: name, value: String(repeating: "v", count: 100) + "\(number)"))
    }
    guard let repeated = HTTPField.Name("X-Contract-Repeated") else { return }
    for value in ["b", "a", "b"] { fields.append(HTTPField(name: repeated, value: value)) }
    for (method, body) in [(HTTPRequest.Method.get, nil as Body?), (.put, Body("{}"))] {
      let original = request(method, "/contract/1?q=a%20b&q=2", headers: fields, body: body)
      for sent in try await exchange(original).sent.map(\.request) {
        try expect(sent.head.method == method, "method \(method)", seen: "\(sent.head.method)")
        let hasOrigin = sent.head.scheme == original.head.scheme && sent.head.authority == original.head.authority
        try expect(hasOrigin || may(.changeOrigin), "the origin it was given", seen: "another")
        try expect(may(.changeTarget) || sent.head.path == original.head.path, "the target it was given", seen: "another")
        let changes = sent.head.headerFields.differences(from: fields, ignoring: ownedRequestFields)
        try expect(changes == nil, "every field that is not its own as it was", seen: changes ?? "")
      }
    }
  }

  var ownedRequestFields: Set<HTTPField.Name> {
    guard may(.changeRequestBody) else { return allowance.fields }
    let describing = ["Content-MD5", "Content-Digest", "Repr-Digest", "Digest"].compactMap { HTTPField.Name($0) }
    return allowance.fields.union([.contentEncoding, .contentLength, .contentType]).union(describing)
  }

  private func keepsContext() async throws {
    let original = request(options: options.merging(Options { $0[ContractOption.self] = "kept" }))
    for sent in try await exchange(original).sent.map(\.request) {
      try expect(sent.endpoint == original.endpoint, "the row it was given", seen: "another")
      try expect(sent.context === original.context, "the context it was given", seen: "another")
      let option = sent.options[ContractOption.self]
      try expect(option == "kept", "the options it was given", seen: option == nil ? "none" : "others")
    }
  }

  private enum ContractOption: OptionKey {
    static let name = "contract"
    static let defaultValue: String? = nil
  }

  private func keepsBodyAndFields() async throws {
    let json = Data(("[" + String(repeating: "\"contract\",", count: 8_000) + "0]").utf8)
    let cases: [(Data?, HTTPFields)] = [
      (nil, [:]), (Data(), [.contentType: "application/json"]), (Data("{}".utf8), [.contentType: "application/json"]),
      (json, [.contentType: "application/json"]), (json, [.contentType: "application/json", .contentLength: "\(json.count)"]),
      (json, [.contentType: "application/json", .contentEncoding: "br"]), (json, [.contentType: "image/png"]),
    ]
    for (data, fields) in cases {
      let original = request(.put, headers: fields, body: data.map { Body($0) })
      for sent in try await exchange(original).sent { try await checkBody(sent, against: data, fields) }
    }
  }

  private func checkBody(_ sent: Sent, against data: Data?, _ fields: HTTPFields) async throws {
    let subject = data.map { "a body of \($0.count) bytes" } ?? "no body"
    let head = sent.request.head.headerFields
    if let length = head[.contentLength] {
      try expect(length == "\(sent.bytes.count)", "a Content-Length of \(sent.bytes.count) for \(subject)", seen: length)
    }
    if let length = sent.request.body?.length {
      try expect(length == sent.bytes.count, "a length of \(sent.bytes.count) for \(subject)", seen: "\(length)")
    }
    let codings = [fields[.contentEncoding], head[.contentEncoding]].map { $0 ?? "none" }
    if codings[0] == codings[1], !may(.changeRequestBody) || fields[.contentEncoding] != nil || data == nil {
      try expect(sent.bytes == data ?? Data(), "\(subject) unchanged", seen: "\(sent.bytes.count) bytes, changed")
    } else if codings[0] != codings[1] {
      let isOuter = codings[0] == "none" || codings[1].hasPrefix("\(codings[0]),")
      try expect(
        isOuter && (sent.bytes.isEmpty || sent.bytes != data) && may(.changeRequestBody),
        "Content-Encoding \(codings[0]) for \(subject)",
        seen: codings[1])
    }
    guard sent.request.body != nil else { return }
    try expect(sent.request.isReplayable, "\(subject) that can be sent again", seen: "a one-shot stream")
    let again = try await sent.request.body?.collect()
    try expect(again == sent.bytes, "the same bytes at a second reading", seen: "others")
  }

  private func respectsOneShotBody() async throws {
    let chunks = [Data("one ".utf8), Data("two ".utf8), Data("three".utf8)]
    for status in [200, 401, 415, 503] {
      let watch = WatchedChunks.Watch()
      let original = request(.put, body: Body(WatchedChunks(chunks, watch: watch)))
      let early = Observed(0)
      let stub = StubTransport { request in
        early.change { $0 = watch.opened.value }
        _ = try await request.body?.collect()
        return Response(status: .init(code: status))
      }
      do { _ = try await Next([make()], transport: stub)(original) } catch {
        guard may(.refuseOneShotBody), stub.requests.isEmpty, watch.opened.value == 0, !(error is CancellationError) else {
          throw error
        }
      }
      try expect(
        stub.requests.count <= 1, "one request for a one-shot body that gets \(status)", seen: "\(stub.requests.count)")
      try expect(
        early.value == 0 || may(.changeRequestBody), "a stream not read before the transport reads it", seen: "a reading")
      try expect(watch.opened.value <= 1, "one reading of the stream", seen: "\(watch.opened.value)")
    }
    guard !may(.changeRequestBody) else { return }
    let body = Body(WatchedChunks(chunks, watch: WatchedChunks.Watch()))
    for sent in try await exchange(request(.put, body: body)).sent {
      try expect(sent.bytes == Data(chunks.joined()), "all bytes of the stream", seen: "\(sent.bytes.count) bytes")
    }
  }
}
