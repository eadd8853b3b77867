import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct EtcdTests {
  private func client(_ stub: StubTransport) -> Client { Client(baseURL: "http://e/v3", transport: stub) }

  private func page(_ keys: [Data], more: Bool) -> StubTransport.StubResponse {
    let pairs = keys.map { #"{"key":"\#($0.base64EncodedString())","mod_revision":"2","version":"1"}"# }
    return .json(#"{"header":{"revision":"9"},"kvs":[\#(pairs.joined(separator: ","))],"more":\#(more),"count":"3"}"#)
  }

  @Test("Numbers that are written as text are read as numbers")
  func numbers() async throws {
    let stub = StubTransport(
      .json(
        #"{"kvs":[{"key":"azE=","create_revision":"2","mod_revision":"9223372036854775807","version":"1","value":"djE="}]}"#))
    let pairs = try await client(stub).send(Etcd.KeyValue.range(from: Data("k1".utf8)))
    #expect(pairs.map(\.key) == [Data("k1".utf8)] && pairs.map(\.value) == [Data("v1".utf8)])
    #expect(pairs.map(\.modRevision) == [.max] && pairs.map(\.version) == [1])
    #expect(stub.last?.url == "http://e/v3/kv/range" && stub.last?.method == .post)
    #expect(stub.last?.text == #"{"key":"azE="}"#)
  }

  @Test(
    "Numbers that do not fit, and text that is no number, end the call at stage mapping",
    arguments: ["\"9223372036854775808\"", "\"2x\"", "\"\"", "\" 2\"", "null", "[2]"])
  func badNumbers(revision: String) async throws {
    let stub = StubTransport(.json(#"{"kvs":[{"key":"azE=","mod_revision":\#(revision),"version":"1"}]}"#))
    let error = await #expect(throws: CallError.self) {
      try await client(stub).send(Etcd.KeyValue.range(from: Data("k1".utf8)))
    }
    #expect(error?.stage == .mapping)
  }

  @Test("An empty range has no list")
  func empty() async throws {
    let stub = StubTransport(.json(#"{"header":{"revision":"1"}}"#))
    #expect(try await client(stub).send(Etcd.KeyValue.range(from: Data("x".utf8))).isEmpty)
    #expect(try await client(stub).send(Etcd.delete(Data("x".utf8))).deleted == nil)
    #expect(stub.last?.text == #"{"key":"eA=="}"# && stub.last?.path == "/v3/kv/deleterange")
  }

  @Test("Each page starts after the last key of the page before")
  func pages() async throws {
    let stub = StubTransport(
      page([Data("k".utf8), Data("k1".utf8)], more: true), page([Data("l".utf8)], more: false))
    let call = Etcd.KeyValue.range(from: Data("a".utf8), to: Data("z".utf8), limit: 2)
    let keys = try await client(stub).items(of: call).reduce(into: []) { $0.append($1.key) }
    #expect(keys == ["k", "k1", "l"].map { Data($0.utf8) })
    #expect(
      stub.sent.map(\.text) == [
        #"{"key":"YQ==","limit":2,"range_end":"eg=="}"#, #"{"key":"azEA","limit":2,"range_end":"eg=="}"#,
      ])
  }

  @Test("A server that always says that there is more ends the reading with an error")
  func endless() async throws {
    let stub = StubTransport(page([Data("k".utf8)], more: true))
    let call = Etcd.KeyValue.range(from: Data("a".utf8), to: Data("z".utf8))
    await #expect(throws: CallError.self) { try await client(stub).items(of: call).reduce(0) { sum, _ in sum + 1 } }
    #expect(stub.requests.count < 5)
  }

  @Test("The revision of a change is read from the header of the response")
  func put() async throws {
    let stub = StubTransport(.json(#"{"header":{"cluster_id":"14841639068965178418","revision":"7"}}"#))
    #expect(try await client(stub).send(Etcd.put(Data("k".utf8), Data("v".utf8))) == 7)
    #expect(stub.last?.text == #"{"key":"aw==","value":"dg=="}"# && stub.last?.url == "http://e/v3/kv/put")
  }

  @Test("O08: an error response is an EtcdError, whose line holds only the code")
  func refusal() async throws {
    let body = #"{"error":"etcdserver: key is not provided","message":"etcdserver: key is not provided","code":3}"#
    let error = await #expect(throws: CallError.self) {
      try await client(StubTransport(.json(body, status: 400))).send(Etcd.KeyValue.range(from: Data()))
    }
    let details = try #require(error?.details(as: EtcdError.self))
    #expect(details.code == 3 && details.error == "etcdserver: key is not provided")
    #expect(details.description == "etcd: gRPC code 3")
  }
}
