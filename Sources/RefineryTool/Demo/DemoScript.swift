#if CommandLine
  import Endpoints
  import Foundation
  import Refinery

  /// The calls of the demo in order; each depends on the state that the earlier ones left on the server.
  enum DemoScript {
    static var steps: [DemoStep] { people + household + me + endings }

    private static let ann = Person(id: 1, name: "Ann", age: 40, household: 9)
    private static let bo = Person(id: 2, name: "Bo", age: 30, household: 9)
    private static let cy = Person(id: 3, name: "Cy", age: 20, household: 7)
    private static let di = Person(id: 4, name: "Di", age: 10, household: 7)

    private static var people: [DemoStep] {
      var renamed = ann
      renamed.name = "Anna"
      var older = bo
      older.age = 31
      var oldest = older
      oldest.age = 32
      let others = [bo, cy, di].map { person in
        ["name": .string(person.name), "age": .number(person.age ?? 0), "household": .number(person.household ?? 0)]
          as JSONValue
      }
      return [
        .call(
          "create, with an expired token", #"Person.create(["name": "Ann", "age": 40, "household": 9])"#,
          Person.create(["name": "Ann", "age": 40, "household": 9]), returns: ann,
          wire: "POST /token -> 200 [gzip]", "POST /api/people/new -> 401", "POST /token -> 200 [gzip]",
          "POST /api/people/new -> 201 [gzip]"),
        .call(
          "create several with one request", "Person.create(others)", Person.create(others), returns: [bo, cy, di],
          wire: "POST /api/people/new [gzip] -> 201 [gzip]"),
        .call(
          "read, while the server is busy", "Person.read(1)", Person.read(1), returns: ann,
          wire: "GET /api/person/1 -> 503 [gzip]", "GET /api/person/1 -> 200 [gzip]"),
        .call("read an instance again", "bo.read()", bo.read(), returns: bo, wire: "GET /api/person/2 -> 200 [gzip]"),
        .call(
          "enumerate with a query", #"Person.enumerate(["household": 9, "limit": 2])"#,
          Person.enumerate(["household": 9, "limit": 2]), returns: [ann, bo],
          wire: "GET /api/household/people?household=9&limit=2 -> 200 [gzip]"),
        .call("update", "renamed.update()", renamed.update(), returns: renamed, wire: "PUT /api/person/1/record -> 200 [gzip]"),
        .call(
          "patch", #"Person.patch(2, ["age": 31])"#, Person.patch(2, ["age": 31]), returns: older,
          wire: "PATCH /api/person/2/changes -> 200 [gzip]"),
        .call(
          "a custom row", "Person.birthday(2)", Person.birthday(2), returns: oldest,
          wire: "POST /api/person/2/birthday -> 200 [gzip]"),
        .call(
          "update several with one request", "Person.update([ann, bo, cy, di])", Person.update([ann, bo, cy, di]),
          returns: [ann, bo, cy, di],
          wire: "PATCH /api/people [gzip] -> 200 [gzip]"),
      ]
    }

    private static var household: [DemoStep] {
      let elm = Household(id: 9, name: "Elm Street")
      let dishes = Chore(id: "dishes")
      let done = Chore(id: "dishes", isDone: true)
      return [
        .call(
          "create, in an envelope", #"Household.create(["name": "Elm Street"])"#, Household.create(["name": "Elm Street"]),
          returns: elm,
          wire: "POST /api/households -> 201 [gzip]"),
        .call(
          "enumerate, in an envelope", "Household.enumerate()", Household.enumerate(), returns: [elm],
          wire: "GET /api/households -> 200 [gzip]"),
        .call(
          "a path computed from an id", "elm.people()", elm.people(), returns: [ann, bo],
          wire: "GET /api/households/9/people -> 200 [gzip]"),
        .call(
          "a path with a second placeholder", #"Chore.enumerate().with("household", 9)"#,
          Chore.enumerate().with("household", 9), returns: [dishes],
          wire: "GET /api/households/9/chores -> 200 [gzip]"),
        .call(
          "a whole row overridden: update is POST here", #"Chore.update("dishes", done).with("household", 9)"#,
          Chore.update("dishes", done).with("household", 9), returns: done,
          wire: "POST /api/households/9/chores/dishes -> 200 [gzip]"),
        .call(
          "an absolute row, sent elsewhere by an operator", "Person.portrait(1)", Person.portrait(1),
          returns: Data("picture of 1".utf8),
          wire: "GET /portraits/1 -> 200 [gzip]"),
      ]
    }

    private static var me: [DemoStep] {
      [
        .call(
          "create a singleton", #"Profile.create(["name": "ann"])"#, Profile.create(["name": "ann"]),
          returns: Profile(name: "ann"),
          wire: "POST /api/me -> 201 [gzip]"),
        .call(
          "read a singleton", "Profile.read()", Profile.read(), returns: Profile(name: "ann"), wire: "GET /api/me -> 200 [gzip]"
        ),
        .call(
          "update a singleton", #"Profile(name: "ann", language: "no").update()"#,
          Profile(name: "ann", language: "no").update(), returns: Profile(name: "ann", language: "no"),
          wire: "PUT /api/me -> 200 [gzip]"),
        .call(
          "patch a singleton, removing a value", #"Profile.patch(["language": nil])"#, Profile.patch(["language": nil]),
          returns: Profile(name: "ann"),
          wire: "PATCH /api/me -> 200 [gzip]"),
        .call("delete a singleton", "Profile.delete()", Profile.delete(), returns: Okay(), wire: "DELETE /api/me -> 204"),
      ]
    }

    private static var endings: [DemoStep] {
      [
        .call(
          "read only what has changed", #"Person.read(3).ifNoneMatch("person-3")"#, Person.read(3).ifNoneMatch("person-3"),
          returns: nil,
          wire: "GET /api/person/3 -> 304"),
        .call(
          "update only what nobody else changed", #"cy.update().ifMatch("person-3")"#, cy.update().ifMatch("person-3"),
          returns: cy,
          wire: "PUT /api/person/3/record -> 200 [gzip]"),
        .failure(
          "update what somebody else changed", #"cy.update().ifMatch("person-0")"#, cy.update().ifMatch("person-0"),
          .status(412),
          wire: "PUT /api/person/3/record -> 412 [gzip]"),
        .call("delete", "cy.delete()", cy.delete(), returns: Okay(), wire: "DELETE /api/people/3/membership -> 204"),
        .failure("read a deleted person", "Person.read(3)", Person.read(3), .notFound, wire: "GET /api/person/3 -> 404 [gzip]"),
        .call(
          "update, for success only", "ann.update().okay", ann.update().okay, returns: Okay(),
          wire: "PUT /api/person/1/record -> 200 [gzip]"),
      ]
    }
  }
#endif
