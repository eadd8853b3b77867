import FoundationEssentials
import OpenAI
import RefineryCore
import RefineryMultipart
import RefineryTesting
import Testing
import TwilioMessaging
import Xero

/// Calls of the imported tables with a stub: forms, header fields, dates in another form, events and files.
@Suite struct ImportedTests {
  @Test func everyRowCanBeUsed() {
    for table in [TwilioMessaging.table, Xero.table, OpenAI.table] {
      #expect(table.problems == [])
      #expect(table.rows.allSatisfy { $0.output != nil })
    }
    #expect(TwilioMessaging.table.rows.count == 58)
    #expect(Xero.table.rows.count == 235)
    #expect(OpenAI.table.rows.count == 16)
  }

  @Test func aFormIsSentWithItsOwnNames() async throws {
    let stub = StubTransport(.json(#"{"sid":"MG1","friendly_name":"Alerts","date_created":"2026-01-02T03:04:05Z","x":1}"#))
    let api = Client(baseURL: "http://stub", transport: stub)
    let body = TwilioMessaging.UpdateServiceBody(friendlyName: "Alerts & more", smartEncoding: true)
    let service = try await api.send(TwilioMessaging.MessagingV1Service.updateService(sid: "MG1", body: body))
    #expect(service.friendlyName == "Alerts")
    #expect(service.dateCreated == Date(timeIntervalSince1970: 1_767_323_045))
    let request = try #require(stub.requests.last)
    #expect(request.head.method == .post)
    #expect(request.head.path == "/v1/Services/MG1")
    #expect(request.text == "FriendlyName=Alerts+%26+more&SmartEncoding=true")
  }

  @Test func aDateOfAnotherFormIsRead() async throws {
    let stub = StubTransport(
      .json(#"{"Accounts":[{"Name":"Cash","Class":"REVENUE2","UpdatedDateUTC":"/Date(1573755038314)/"}]}"#))
    let api = Client(baseURL: "http://stub", transport: stub)
    let accounts = try await api.send(Xero.Accounting.getAccount(accountID: "a b", xeroTenantID: "T"))
    let account = try #require(accounts.accounts?.first)
    #expect(account.updatedDateUtc == Date(timeIntervalSince1970: 1_573_755_038.314))
    // A value that the description does not list.
    #expect(account.class?.rawValue == "REVENUE2" && account.class?.isKnown == false)
    let request = try #require(stub.requests.last)
    #expect(request.head.path == "/Accounts/a%20b")
    #expect(request.head.headerFields.contains { $0.name.rawName == "xero-tenant-id" && $0.value == "T" })
  }

  @Test func aUnionIsSentAsItsBranch() async throws {
    let stub = StubTransport(
      .json(#"{"object":"list","model":"m","data":[],"usage":{"prompt_tokens":1,"total_tokens":1}}"#))
    let api = Client(baseURL: "http://stub", transport: stub)
    let request = OpenAI.CreateEmbeddingRequest(input: .string("hello"), model: .textEmbedding3Small)
    let response = try await api.send(OpenAI.Embeddings.createEmbedding(body: request))
    #expect(response.model == "m")
    #expect(stub.requests.last?.text == #"{"input":"hello","model":"text-embedding-3-small"}"#)
  }
}

extension Request {
  /// The body as text; nil if it is not in memory.
  fileprivate var text: String? { body?.data.map { String(decoding: $0, as: UTF8.self) } }
}
