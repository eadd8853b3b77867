import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct AddressTests {
  /// A resource that the app never reads: no capability, nothing to decode.
  private struct Project: Resource, Identifiable {
    static let path: URITemplate = "projects/"
    static let itemPath: URITemplate = "projects/{id}/"
    var id: String
  }

  private struct Issue: Codable, Identifiable, Mappable {
    typealias Parent = Project
    static let path: URITemplate = "issues"
    var id: Int
  }

  private struct Comment: Codable, Identifiable, Mappable {
    typealias Parent = Issue
    static let path: URITemplate = "comments"
    var id: Int
  }

  private struct Cloud: Singleton {
    static let path: URITemplate = "cloud"
  }

  private struct Region: Codable, Identifiable, Mappable {
    typealias Parent = Cloud
    static let path: URITemplate = "{cloud}/regions"
    static let parameters = ["cloud"]
    var id: Int
  }

  @Test("A parent that the app never reads is addressed by its id, and its children have all their calls")
  func parent() throws {
    #expect(try wire(Project.at("a/b") / Issue.enumerate()) == "GET http://h:1/api/projects/a%2Fb/issues")
    #expect(try wire(Project.at("x") / Issue.delete(7)) == "DELETE http://h:1/api/projects/x/issues/7")
    let call = Project.at("x") / Issue.read(7)
    #expect(call.endpoint.name == "Project.Issue.read")
    #expect(EndpointTable("Issues", [Issue.self, Comment.self]).problems.isEmpty)
  }

  @Test("Addresses are joined to any depth")
  func depth() throws {
    let call = Project.at("x") / Issue.at(7) / Comment.enumerate()
    #expect(try wire(call) == "GET http://h:1/api/projects/x/issues/7/comments")
    #expect(call.endpoint.name == "Project.Issue.Comment.enumerate")
  }

  @Test("The address of a singleton has no id, and an unusable id is refused before anything is sent")
  func edges() throws {
    #expect(try wire(Cloud.at() / Region.enumerate().with("cloud", "eu")) == "GET http://h:1/api/cloud/eu/regions")
    #expect(throws: CallError.self) { try wire(Project.at("..") / Issue.enumerate()) }
    #expect(throws: CallError.self) { try wire(Project.at("") / Issue.enumerate()) }
  }
}
