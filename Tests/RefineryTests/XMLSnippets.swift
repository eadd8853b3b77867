#if XML
  import Refinery
  import RefineryXML
  import XMLCoder

  // The Swift blocks of RefineryXML.md. DocumentationTests compares them, imports included.

  struct StoredObject: Decodable, Sendable {
    var key: String
    var size: Int
  }

  struct StorageError: Decodable, Error {
    var code: String
    var message: String?
  }

  extension StoredObject: Enumerable {
    static let path: URITemplate = "bucket"
    static let listEnvelope: MemberPath = "ListBucketResult.Contents"
    // The property lastModified is the element LastModified.
    static let coder: (any Coder)? = XMLBodyCoder(keys: .custom { $0.prefix(1).uppercased() + $0.dropFirst() })
    static let options = Options {
      $0.acceptsAbsentList = true
      $0.errors.add(StorageError.self, for: StatusSet(400...599))
    }
    static let pagination: Pagination? = .cursor(
      .body("ListBucketResult.NextContinuationToken"), parameter: "continuation-token", more: "ListBucketResult.IsTruncated")
  }

  func totalSize(_ api: Client) async throws -> Int {
    var total = 0
    for try await object in api.items(of: StoredObject.enumerate(["list-type": 2])) { total += object.size }
    return total
  }

  struct LifecycleRule: Codable, Identifiable, Sendable {
    @Attribute var status: String
    var id: String
    var days: Int?
  }

  extension LifecycleRule: Updatable {
    static let path: URITemplate = "rules"
    static let coder: (any Coder)? = XMLBodyCoder(root: "Rule", namespace: "http://s3.amazonaws.com/doc/2006-03-01/")
  }
#endif
