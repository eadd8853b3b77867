import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryTesting
import Synchronization
import Testing

/// One secret in every place that may hold one, and every place that something is said.
@Suite(.timeLimit(.minutes(5))) struct CanaryTests {
  private let canary = "c4n4ry-4f1e"

  @Test(
    "J08, O03: a secret is in no log line, error, curl command or explanation, at the most verbose level",
    arguments: [200, 422, 500], [true, false])
  func nothingIsTold(status: Int, isJSON: Bool) async throws {
    let lines = Mutex<[String]>([])
    let log: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    let policy = LoggingPolicy(detailLevel: .debug, bodies: true)
    let answer = isJSON ? #"{"access_token":"\#(canary)","user":{"password":"\#(canary)"}}"# : canary
    let odd = try #require(HTTPField.Name("X-Odd"))
    let server = StubTransport(
      .status(
        status,
        headers: [.setCookie: "sid=\(canary)", odd: canary, .contentType: isJSON ? "application/json" : "text/html"],
        body: isJSON ? Body(answer) : Body(Data([0, 255]) + Data(answer.utf8))))
    let clock = CallClock(ManualClock(advancesByItself: true))
    let api = Client(
      baseURL: "https://api.example/v1", headers: [.cookie: "sid=\(canary)", odd: canary],
      middleware: [
        LoggingMiddleware(level: .trace, policy: policy, to: log), GzipMiddleware(), RetryMiddleware(),
        AuthMiddleware(.bearer(canary).and(.apiKey(canary, query: "key"))),
        LoggingMiddleware(level: .trace, policy: policy, to: log),
      ], transport: server, clock: clock)
    struct Login: Encodable { var name = "ann", password: String, nested: [String: String] }
    let row = Endpoint("Login.create", .put, "login", input: Login.self, output: Okay.self)
    let call = Call<JSONValue>(row, query: ["token": canary])
      .body(Login(password: canary, nested: ["apiKey": canary])).header(.proxyAuthorization, canary).timeout(nil)

    var said: [String] = [try api.explain(call).description, "\(api.report)", "\(row)", EndpointTable("T", rows: [row]).text]
    do {
      _ = try await api.send(call)
      #expect(status == 200 && isJSON)
    } catch {
      #expect(status != 200 || !isJSON)
      var dumped = ""
      dump(error, to: &dumped)
      said += ["\(error)", String(reflecting: error), error.localizedDescription, dumped]
      said.append((error as? CallError)?.url ?? "")
    }
    said += server.requests.map { $0.curl() }
    let told = lines.withLock { $0 }
    // What is looked for was there: it went over the wire, and every attempt was told.
    #expect(server.requests.allSatisfy { $0.head.headerFields[.authorization] == "Bearer \(canary)" })
    #expect(told.count >= 4 * server.requests.count)
    for text in said + told { #expect(!text.contains(canary)) }
  }

  @Test("J08: logs and errors of streams, pages and files show no secret of the response", arguments: [200, 422])
  func otherWays(status: Int) async throws {
    struct Item: Decodable, Sendable { var token: Int }
    let lines = Mutex<[String]>([])
    let log: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    let elsewhere = "https://other.example/\(canary)?token=\(canary)"
    let link = try #require(HTTPField.Name("Link"))
    let server = StubTransport(
      .json(
        #"[{"token":1},{"token":"\#(canary)"}]"#, status: status,
        headers: [.setCookie: "sid=\(canary)", .location: elsewhere, link: #"<\#(elsewhere)>; rel="next""#]))
    let api = Client(
      baseURL: "https://api.example",
      middleware: [LoggingMiddleware(level: .trace, policy: LoggingPolicy(detailLevel: .debug, bodies: true), to: log)],
      transport: server)
    let row = Endpoint("Item.list", .get, "items")
    let creation = Call<Okay>(Endpoint("File.create", .post, "files"))
    let file = FileManager.default.temporaryDirectory.appending(path: "refinery-test-\(UUID().uuidString)")
    try Data("x".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var options = DownloadOptions()
    options.limit = 1

    var errors: [any Error] = []
    do { for try await _ in api.stream(Call<[Item]>(row)) {} } catch { errors.append(error) }
    do { for try await _ in api.events(Call<String>(row)) {} } catch { errors.append(error) }
    do { for try await _ in api.parts(of: Call<Okay>(row)) {} } catch { errors.append(error) }
    do { for try await _ in api.pages(of: Call<[Item]>(row), by: .linkHeader) {} } catch { errors.append(error) }
    // The first page can be decoded; its link leads to another origin.
    do { for try await _ in api.pages(of: Call<[JSONValue]>(row), by: .linkHeader) {} } catch { errors.append(error) }
    do { try await api.download(Call<Okay>(row), to: file, options: options) } catch { errors.append(error) }
    do { _ = try await api.upload(creation, from: file, by: .tus) } catch { errors.append(error) }

    #expect(errors.count == 7 && server.requests.count == 7)
    var told = lines.withLock { $0 }
    #expect(told.count >= 4 * server.requests.count)
    for error in errors {
      var dumped = ""
      dump(error, to: &dumped)
      told += ["\(error)", String(reflecting: error), error.localizedDescription, dumped]
    }
    for text in told { #expect(!text.contains(canary)) }
  }

  @Test("I02: a secret in the user information of a base URL is refused, and not repeated")
  func userInformation() async throws {
    let api = Client(baseURL: "https://ann:\(canary)@api.example", transport: StubTransport())
    let error = try #require(
      await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("R", .get, "x"))) })
    for text in [error.description, "\(api.report)", "\(api.problems)"] { #expect(!text.contains(canary)) }
    let direct = Call<Okay>(.direct(.get, "https://ann:\(canary)@other/x?key=\(canary)#\(canary)"))
    let refused = try #require(await #expect(throws: CallError.self) { try await api.send(direct) })
    #expect(!refused.description.contains(canary))
  }
}
