public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// The tutorial: a household, its people and their chores. Most paths of the server do not follow the convention.
///
/// ``Household`` shows the simplest case. It follows the convention, so it declares only `path`:
///
/// | Call | Request |
/// | --- | --- |
/// | `Household.create(["name": "Elm Street"])` | `POST households` |
/// | `Household.read(9)` | `GET households/9` |
/// | `household.update()` | `PUT households/9` |
/// | `Household.patch(9, ["name": "Oak Street"])` | `PATCH households/9` |
/// | `household.delete()` | `DELETE households/9` |
/// | `Household.enumerate(["city": "Oslo"])` | `GET households?city=Oslo` |
public struct Household: Codable, Identifiable, Hashable, Sendable {
  /// The number of the household; the server assigns it.
  public var id: Int
  /// The name of the household.
  public var name: String

  /// Creates a household with this number and name.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// Every row of this file.
  public static let table = EndpointTable("Household", [Household.self, Person.self, Chore.self, Profile.self])
}

// Envelopes: the members around the model in a response.
extension Household: Mappable {
  /// The only path that this model declares.
  public static let path: URITemplate = "households"
  /// The server returns a single household as `{"household": {...}}`.
  public static let objectEnvelope: MemberPath = "household"
  /// The server returns a list as `{"data": {"households": [...]}}`.
  public static let listEnvelope: MemberPath = "data.households"
}

/// A person who lives in a household. On this server, every operation has a different path.
public struct Person: Codable, Identifiable, Hashable, Sendable {
  /// The number of the person; the server assigns it.
  public var id: Int
  /// Their name.
  public var name: String
  /// Their age in years, if known.
  public var age: Int?
  /// The number of their household, if they have one.
  public var household: Household.ID?

  /// Creates a person with this number and name.
  public init(id: Int, name: String, age: Int? = nil, household: Household.ID? = nil) {
    self.id = id
    self.name = name
    self.age = age
    self.household = household
  }
}

// Overrides every path. Each line changes only one column of one row.
extension Person: Mappable {
  /// The path for updating several people in one request.
  public static let path: URITemplate = "people"
  /// The path for creating a person.
  public static let createPath: URITemplate = "people/new"
  /// The path for reading a person.
  public static let readPath: URITemplate = "person/{id}"
  /// The path for replacing a person.
  public static let updatePath: URITemplate = "person/{id}/record"
  /// The path for changing a person.
  public static let patchPath: URITemplate = "person/{id}/changes"
  /// The path for deleting a person.
  public static let deletePath: URITemplate = "people/{id}/membership"
  /// The path for listing all people.
  public static let enumeratePath: URITemplate = "household/people"
  /// The custom rows: `birthday(_:)` and `portrait(_:)`.
  public static let customEndpoints = [birthdayEndpoint, portraitEndpoint]
}

// Custom rows for operations that the six capabilities do not cover. A row is a value. A function makes its call and declares
// the type of the result.
extension Person {
  /// Adds a year to the age. A repeated request would add another one, so the row is not idempotent.
  public static let birthdayEndpoint = Endpoint(
    "Person.birthday", .post, "person/{id}/birthday", Options { $0.idempotent = false }, output: Person.self)

  /// A row with an absolute URL. It is sent to this host, not to the client's base URL, and without the client's credentials.
  public static let portraitEndpoint = Endpoint(
    "Person.portrait", .get, "https://portraits.example.com/people/{id}.png",
    Options {
      $0.headers = [.accept: "image/png"]
      $0.timeout = .seconds(5)
    }, output: Data.self)

  /// Adds a year to the age.
  public static func birthday(_ id: ID) -> Call<Person> { Call(birthdayEndpoint, PathValues("id", PathValue(id: id))) }

  /// The picture of a person, as PNG.
  public static func portrait(_ id: ID) -> Call<Data> {
    Call<Okay>(portraitEndpoint, PathValues("id", PathValue(id: id))).data
  }
}

// A dynamic override: the path depends on a value that is known only when the call is made.
extension Household {
  /// Lists the people of this household: `GET households/9/people` for the id 9.
  public func people() -> Call<[Person]> { Person.enumerate().routed(by: HouseholdRouter(household: id)) }
}

/// Changes the path of the list of people to one below a household.
public struct HouseholdRouter: PathRouter {
  /// The number of the household.
  public let household: Household.ID

  /// Creates a router for one household.
  public init(household: Household.ID) { self.household = household }

  /// Returns `households/9/people` for household 9. Other paths are not changed.
  public func path(
    for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
  ) -> URITemplate? {
    operation == .enumerate ? "households/\(household)/people" : nil
  }
}

/// A chore in a household. Its path has a second placeholder, for which each call gives a value.
///
/// ```swift
/// try await api.send(Chore.enumerate().with("household", 9))      // GET households/9/chores
/// ```
public struct Chore: Codable, Identifiable, Hashable, Sendable {
  /// The key of the chore, unique in its household.
  public var id: String
  /// Whether the chore is done.
  public var isDone: Bool

  /// Creates a chore with this key.
  public init(id: String, isDone: Bool = false) {
    self.id = id
    self.isDone = isDone
  }
}

// Sets options for all rows of a model, and replaces one row completely.
extension Chore: Readable, Updatable, Enumerable {
  /// The path below a household.
  public static let path: URITemplate = "households/{household}/chores"
  /// The placeholders besides the id.
  public static let parameters = ["household"]
  /// Sets a time limit of ten seconds for every row of this model.
  public static let options = Options { $0.timeout = .seconds(10) }

  /// This server expects POST here, and a repeated request has no further effect.
  public static let updateEndpoint = Endpoint(
    "Chore.update", .post, "households/{household}/chores/{id}", options.merging(Options { $0.idempotent = true }),
    parameters: ["id", "household"], input: Chore.self, output: Chore.self)
}

/// The profile of the current user: a singleton, so its rows need no id and all have the path `me`.
public struct Profile: Codable, Hashable, Sendable {
  /// The name to display.
  public var name: String
  /// The language of the user interface, if the user has chosen one.
  public var language: String?

  /// Creates a profile with this name.
  public init(name: String, language: String? = nil) {
    self.name = name
    self.language = language
  }
}

extension Profile: Singleton, Creatable, Readable, Updatable, Patchable, Deletable {
  /// The path of all its rows.
  public static let path: URITemplate = "me"
}
