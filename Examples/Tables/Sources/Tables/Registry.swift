#if Macros
  public import FoundationEssentials
  import HTTPTypes
  public import Refinery
  public import RefineryMacros

  /// A container registry: repositories, their tags, and their blobs.
  ///
  /// ```swift
  /// var api = Client(baseURL: "https://registry.example.com/v2")
  /// api.middleware.append(Registry.tokens(from: Client(baseURL: "https://login.example.com")))
  ///
  /// let nginx = Registry.Repository.at("library/nginx")
  /// for try await tag in api.items(of: nginx / Registry.Tag.enumerate(["n": 100])) { print(tag.rawValue) }
  ///
  /// let upload = try await api.reply(to: nginx / Registry.Blob.upload())
  /// try await api.send(nginx / Registry.Blob.finish(at: upload.location ?? "", Body(layer), digest: "sha256:…"))
  /// ```
  ///
  /// Source: OCI Distribution Specification 1.1; for tokens, the token authentication of Docker's registry.
  public enum Registry {
    /// Every row of this file.
    public static let table = EndpointTable("Registry", [Tag.self, Blob.self, Token.self])

    /// The options of the rows of repositories: error bodies are read as ``RegistryFaults``.
    public static let options = Options { $0.errors.add(RegistryFaults.self, for: StatusSet(400...599), at: "errors") }

    /// Returns middleware that handles 401 responses of the registry: it requests a token and sends the request again with that
    /// token.
    ///
    /// The registry names the URL for tokens. A URL whose origin differs from that of `server` is refused, because a registry
    /// must not receive the password that `server` sends. Tokens are not stored, so each call costs three requests.
    ///
    /// - Parameter server: the client for the server that issues tokens, with the credentials of the user, if there are any.
    public static func tokens(from server: Client) -> ChallengeMiddleware {
      ChallengeMiddleware { request, response in
        let challenges = response.head.headerFields.authenticationChallenges
        guard let bearer = challenges.first(where: { $0.scheme == "bearer" }), let realm = bearer["realm"] else { return nil }
        var query: Query = ["service": bearer["service"]]
        for scope in (bearer["scope"] ?? "").split(separator: " ") { query.append("scope", .string(String(scope))) }
        let token = try await server.send(Token.read().following(realm, adding: query))
        var again = request
        again.head.headerFields[.authorization] = "Bearer \(token.token)"
        return again
      }
    }

    /// A token. ``Registry/tokens(from:)`` does not use its path, but the URL of the challenge.
    public struct Token: Decodable, Sendable, Singleton, Readable {
      /// The usual path of token servers.
      public static let path: URITemplate = "token"
      /// The token, from the member `token` or else from `access_token` of OAuth 2.0.
      public let token: String
      private enum CodingKeys: String, CodingKey { case token, accessToken = "access_token" }

      /// Reads a response, which has one of the two members.
      public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: CodingKeys.self)
        guard
          let token = try form.decodeIfPresent(String.self, forKey: .token)
            ?? form.decodeIfPresent(String.self, forKey: .accessToken)
        else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "neither token nor access_token"))
        }
        self.token = token
      }
    }

    /// A repository. It has no rows: its name is the first part of the paths of its tags and blobs.
    public struct Repository: Identifiable, Resource {
      /// A name of one or several path segments, such as `library/nginx`.
      public struct ID: SegmentedID, ExpressibleByStringLiteral {
        /// The segments.
        public let segments: [String]
        /// Creates a name from text with slashes between the segments.
        public init(_ name: String) { segments = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        /// Creates a name from a literal.
        public init(stringLiteral name: String) { self.init(name) }
      }

      /// The base URL, which ends with `v2`.
      public static let path: URITemplate = "/"
      /// The path of a repository: the segments of its name below the base URL.
      public static let itemPath: URITemplate = "{/id*}"
      /// The name.
      public let id: ID
    }

    /// A tag of a repository.
    public struct Tag: RawRepresentable, Decodable, Hashable, Enumerable {
      /// A tag belongs to a repository.
      public typealias Parent = Repository
      /// The path below a repository. The query key `n` limits a page.
      public static let path: URITemplate = "tags/list"
      /// `{"name": "library/nginx", "tags": [...]}`.
      public static let listEnvelope: MemberPath = "tags"
      /// For a repository without tags, Docker's registry writes null in place of the list.
      public static let options = Registry.options.merging(Options { $0.acceptsAbsentList = true })
      /// Follows the `Link` field.
      public static let pagination: Pagination? = .linkHeader
      /// The name.
      public let rawValue: String
      /// Creates a tag with this name.
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A blob of a repository, such as a layer.
    public struct Blob: Identifiable, Sendable {
      /// The digest, such as `sha256:` with 64 hexadecimal digits.
      public let id: String
    }
  }

  @Endpoints("blobs")
  extension Registry.Blob: Deletable {
    /// A blob belongs to a repository.
    public typealias Parent = Registry.Repository
    /// Uses ``Registry/options``.
    public static let options = Registry.options

    /// Returns the bytes of a blob. A registry may redirect to a store on another host; no credentials are sent to that host.
    @GET("{id}", options: { $0.redirects = .anyOrigin })
    public static func content(_ id: ID) -> ScopedCall<Data, Parent>

    /// Starts an upload. Send the blob to the `Location` of the response: see `finish(at:_:digest:)`.
    @POST("uploads/") public static func upload() -> ScopedCall<Okay, Parent>

    /// Sends a whole blob to the `Location` of an upload. The registry refuses content whose digest is different.
    @PUT("uploads/{+location}{?digest}")
    public static func finish(at location: String, _ body: Body, digest: ID) -> ScopedCall<Okay, Parent>
  }

  /// The faults that an error response of a registry lists.
  public struct RegistryFaults: Decodable, SafelyDescribed {
    /// The code of each fault, such as `NAME_UNKNOWN`.
    public let codes: [String]
    private struct Fault: Decodable { let code: String }

    /// Reads a list of faults.
    public init(from decoder: any Decoder) throws { codes = try [Fault](from: decoder).map(\.code) }
    /// One line, safe to log: the codes.
    public var description: String { "registry: \(codes.map { Redaction.escaped($0) }.joined(separator: ", "))" }
  }
#endif
