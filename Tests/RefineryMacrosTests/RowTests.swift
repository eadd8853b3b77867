#if Macros
  import Foundation
  import Refinery
  import RefineryMacros
  import RefineryTesting
  import Testing

  @Suite struct RowTests {
    @Test("U01") func table() {
      let table = EndpointTable("GitHub", [Repo.self, GitHub.self])
      print(table.text)
      #expect(table.problems == [])
    }

    @Test func wire() async throws {
      let stub = StubTransport(.json("{}"))
      let api = Client(baseURL: "http://stub", transport: stub)
      _ = try? await api.send(Repo.list(of: "a/b", page: 2, sort: .date))
      _ = try? await api.send(Repo.openIssue(owner: "o", name: "n", body: NewIssue(title: "t")))
      _ = try? await api.send(Repo.setTopics(owner: "o", name: "n", names: ["x"]))
      _ = try? await api.send(Repo.readme(owner: "o", name: "n", accept: "text/html"))
      _ = try? await api.send(Repo(id: 7, name: "x").star(tenant: "north"))
      _ = try? await api.send(Repo.token(id: 1, grant: "password"))
      _ = try? await api.send(Repo.upload(id: 1, title: "x", file: Data("abc".utf8)))
      _ = try? await api.send(Repo.change(5))
      _ = try? await api.send(Repo.change(5, body: ["a": "b"]))
      _ = try? await api.send(Repo.remove(5))
      // _ = try? await api.send(Repo.finish(location: "/up/1?x=1", digest: "sha:1", body: Body("abc")))
      _ = try? await api.send(Repo.methods(id: 3, query: ["a": [1, 2]]))
      _ = try? await api.send(GitHub.zen())
      for sent in stub.sent { print(sent.method, sent.url, sent.headers, sent.text ?? "") }
    }
  }
#endif
