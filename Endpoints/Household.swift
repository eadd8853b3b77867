public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// The tutorial: a household, its people and their chores, on a server that never agreed on its paths.
///
/// It starts with the plain case. ``Household`` follows the convention, so it says `path` and nothing else about paths:
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
  /// Its number, which the server gives.
  public var id: Int
  /// What its people call it.
  public var name: String

  /// A household of this number and name.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// Every row of this file.
  public static let table = EndpointTable("Household", [Household.self, Person.self, Chore.self, Profile.self])
}

// Envelopes: what the server wraps its answers in.
extension Household: Mappable {
  /// All that it has to say about paths.
  public static let path: URITemplate = "households"
  /// One comes as `{"household": {...}}`.
  public static let objectEnvelope: KeyPathText = "household"
  /// A list comes as `{"data": {"households": [...]}}`.
  public static let listEnvelope: KeyPathText = "data.households"
}

/// Somebody who lives in a household; on this server every operation has a path of its own.
public struct Person: Codable, Identifiable, Hashable, Sendable {
  /// Their number, which the server gives.
  public var id: Int
  /// Their name.
  public var name: String
  /// Their age in years, where it is known.
  public var age: Int?
  /// The number of the household they live in, if they do.
  public var household: Household.ID?

  /// A person of this number and name.
  public init(id: Int, name: String, age: Int? = nil, household: Household.ID? = nil) {
    self.id = id
    self.name = name
    self.age = age
    self.household = household
  }
}

// Every path overridden. One of these lines changes one column of one row, and nothing else.
extension Person: Mappable {
  /// Where the paths below do not say otherwise: updating several at once.
  public static let path: URITemplate = "people"
  /// Where one is created.
  public static let createPath: URITemplate = "people/new"
  /// Where one is read.
  public static let readPath: URITemplate = "person/{id}"
  /// Where one is replaced.
  public static let updatePath: URITemplate = "person/{id}/record"
  /// Where one is changed.
  public static let patchPath: URITemplate = "person/{id}/changes"
  /// Where one is deleted.
  public static let deletePath: URITemplate = "people/{id}/membership"
  /// Where all are listed.
  public static let enumeratePath: URITemplate = "household/people"
  /// The rows beyond the six.
  public static let customEndpoints = [birthdayEndpoint, portraitEndpoint]
}

// Custom rows: whatever the six capabilities do not say. A row is a value, its call a function that names what comes back.
extension Person {
  /// A year passes. Sending it twice would add two, so it says that it must not be repeated.
  public static let birthdayEndpoint = Endpoint(
    "Person.birthday", .post, "person/{id}/birthday", Options().setting(Idempotent.self, false), output: "Person")

  /// An absolute row: it goes to this host whatever the client's base URL is, and without the client's credentials.
  public static let portraitEndpoint = Endpoint(
    "Person.portrait", .get, "https://portraits.example.com/people/{id}.png",
    Options().setting(RowHeaders.self, [.accept: "image/png"]).setting(Timeout.self, .seconds(5)), output: "Data")

  /// Lets a year pass.
  public static func birthday(_ id: ID) -> Call<Person> { Call(birthdayEndpoint, PathValues("id", PathValue(id: id))) }

  /// The picture of somebody, as PNG.
  public static func portrait(_ id: ID) -> Call<Data> {
    Call<Okay>(portraitEndpoint, PathValues("id", PathValue(id: id))).data
  }
}

// A dynamic override: the path is computed from a value that is only known at the call.
extension Household {
  /// The people of this household: `GET households/9/people` for the one with id 9.
  public func people() -> Call<[Person]> { Person.enumerate().routed(by: HouseholdRouter(household: id)) }
}

/// Puts the list of people below one household.
public struct HouseholdRouter: Router {
  /// The household's number.
  public let household: Household.ID

  /// A router for one household.
  public init(household: Household.ID) { self.household = household }

  /// `households/9/people` for household 9; every other path stays the row's own.
  public func enumeratePath(type: String) -> URITemplate? { URITemplate(stringLiteral: "households/\(household)/people") }
}

/// Something to be done in a household; its path has a placeholder beside the id, which each call fills.
///
/// ```swift
/// try await api.send(Chore.enumerate().with("household", 9))      // GET households/9/chores
/// ```
public struct Chore: Codable, Identifiable, Hashable, Sendable {
  /// Its key, unique in its household.
  public var id: String
  /// Whether it is done.
  public var isDone: Bool

  /// A chore of this key.
  public init(id: String, isDone: Bool = false) {
    self.id = id
    self.isDone = isDone
  }
}

// Options: what is special about all rows of a model, and a whole row in place of the one that the capability would make.
extension Chore: Readable, Updatable, Enumerable {
  /// Below their household.
  public static let path: URITemplate = "households/{household}/chores"
  /// What calls give beside the id.
  public static let parameters = ["household"]
  /// Ten seconds for every row of this model.
  public static let options = Options().setting(Timeout.self, .seconds(10))

  /// This server wants POST here, and takes the same chore twice without harm.
  public static let updateEndpoint = Endpoint(
    "Chore.update", .post, "households/{household}/chores/{id}", options.setting(Idempotent.self, true),
    parameters: ["id", "household"], input: "Chore", output: "Chore")
}

/// Whoever is asking: there is one, so its rows need no id and all of them are `me`.
public struct Profile: Codable, Hashable, Sendable {
  /// The name to show.
  public var name: String
  /// The language to show it in, if it was ever chosen.
  public var language: String?

  /// A profile of this name.
  public init(name: String, language: String? = nil) {
    self.name = name
    self.language = language
  }
}

extension Profile: Singleton, Creatable, Readable, Updatable, Patchable, Deletable {
  /// The one path of all its rows.
  public static let path: URITemplate = "me"
}
