#if Macros
  public import FoundationEssentials
  public import Refinery
  public import RefineryMacros

  /// Matrix, a protocol for messages: a login, rooms, and the events in rooms.
  ///
  /// ```swift
  /// var api = Client(baseURL: "https://matrix.example.org/_matrix/client/v3", middleware: [RetryMiddleware()])
  /// api.middleware.append(AuthMiddleware(Matrix.login(to: api, user: "reports", password: password)))
  ///
  /// let room = Matrix.Room.at("!726s6s6q:example.org")
  /// try await api.send(room / Matrix.Event.send(text: "Done", transaction: UUID().uuidString))
  /// for try await event in api.items(of: room / Matrix.Event.enumerate(["dir": "b"])) { print(event.type) }
  /// ```
  ///
  /// An error response is read as ``MatrixError``. A server that limits the rate writes into the body how long to wait, and
  /// `RetryMiddleware` waits that long.
  ///
  /// Source: Matrix Client-Server API 1.11; its server Synapse.
  public enum Matrix {
    /// Every row of this file.
    public static let table = EndpointTable("Matrix", [Session.self, Room.self, Event.self])

    /// The options of all rows.
    public static let options = Options {
      $0.retryAfterMember = .init("retry_after_ms", unit: .milliseconds(1))
      $0.errors.add(MatrixError.self, for: StatusSet(400...599))
    }

    /// Returns the credentials of a user, from a login with a password. They are renewed with the refresh token, if the server
    /// returns one.
    public static func login(to api: Client, user: String, password: String) -> LoginCredentials<Session> {
      LoginCredentials(to: api) { _ in
        Session.create([
          "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
          "password": .string(password), "refresh_token": true,
        ])
      } renewal: { session in
        session.refreshToken.map(Session.refresh)
      } credential: { session in
        .bearer(session.accessToken).lasting(session.expiresInMs.map { .milliseconds($0) })
      }
    }

    /// The tokens of a login.
    public struct Session: Decodable, Sendable {
      /// The token that authorizes calls.
      public let accessToken: String
      /// The token with which the next access token is requested; nil if the server does not renew tokens.
      public let refreshToken: String?
      /// How long the access token is valid, in milliseconds; nil if there is no limit.
      public let expiresInMs: Int?
    }

    /// A room.
    public struct Room: Identifiable, Sendable {
      /// The id, such as `!726s6s6q:example.org`.
      public let id: String
    }

    /// An event of a room, such as a message.
    public struct Event: Decodable, Sendable {
      /// The type, such as `m.room.message`.
      public let type: String
      /// The user who sent it.
      public let sender: String
      /// When the server of the sender received it.
      public let originServerTs: Date
      /// The content. Its members depend on the type.
      public let content: JSONValue
    }
  }

  @Endpoints("login")
  extension Matrix.Session: Creatable {
    /// Uses names in snake case.
    public static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
    /// Uses ``Matrix/options``.
    public static let options = Matrix.options

    /// Renews the tokens.
    @POST("/refresh") static func refresh(@Member _ refreshToken: String) -> Call<Self>
  }

  @Endpoints("rooms")
  extension Matrix.Room: Resource {
    /// Uses ``Matrix/options``.
    public static let options = Matrix.options

    /// Returns the ids of the rooms that the user has joined.
    @GET("/joined_rooms", envelope: "joined_rooms") public static func joined() -> Call<[String]>
  }

  @Endpoints("messages")
  extension Matrix.Event: Enumerable {
    /// Events belong to a room. This table has no row that reads a room: a room is only a part of the path.
    public typealias Parent = Matrix.Room
    /// `{"chunk": [...], "start": "t1", "end": "t2"}`.
    public static let listEnvelope: MemberPath = "chunk"
    /// Uses names in snake case, and times in milliseconds.
    public static let coder: (any Coder)? = JSONCoder(dates: .millisecondsSince1970, keys: .snakeCase)
    /// Uses ``Matrix/options``.
    public static let options = Matrix.options
    /// Requests the next page by the token `end`. The last page does not have it.
    public static let pagination: Pagination? = .cursor(.body("end"), parameter: "from")

    /// Sends a text to the room. Returns the id of the event.
    ///
    /// If the transaction was used before, the server creates no new event and returns the same id.
    @PUT("/send/m.room.message/{transaction}", envelope: "event_id")
    public static func send(
      @Member msgtype: String = "m.text", @Member("body") text: String, transaction: String
    ) -> ScopedCall<String, Parent>
  }

  /// An error response of a Matrix server.
  public struct MatrixError: Decodable, SafelyDescribed, Equatable {
    /// The code, such as `M_FORBIDDEN`.
    public let errcode: String
    /// A description for people. It may contain data from the request.
    public let error: String?

    /// One line, safe to log: the code.
    public var description: String { "Matrix: \(Redaction.escaped(errcode))" }
  }
#endif
