import RefineryContracts
import RefineryCore
import RefineryStore
import Testing

/// The repository of records on each store.
@Suite("Stores", .timeLimit(.minutes(5))) struct StoreTests {
  private struct Person: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
    var age: Int?
  }

  @Test("H01, H02, N04: 201 records created, updated and deleted leave none", arguments: StoreKind.allCases)
  func cycle(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create((1...200).map { Person(id: $0, name: "P\($0)") })
    try await people.create(Person(id: 201, name: "P201"))
    #expect(try await people.count() == 201)
    #expect(try await people.read(77) == Person(id: 77, name: "P77"))

    try await people.update((1...200).map { Person(id: $0, name: "Q\($0)", age: $0) })
    try await people.update(Person(id: 201, name: "Q201"))
    #expect(try await people.search(where: Member("name").hasPrefix("P")).isEmpty)
    #expect(try await people.search(where: Member("age") > 199).map(\.id) == [200])

    try await people.delete(Array(1...200))
    try await people.delete(201)
    #expect(try await people.count() == 0)
    #expect(try await people.search().isEmpty)
  }

  @Test("H02: a bad record is a parsing error that says where, and nothing is stored", arguments: StoreKind.allCases)
  func badRecord(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    let error = await #expect(throws: StoreError.self) { try await people.create(attributes: ["id": 1, "name": 5]) }
    #expect(error?.kind == .badRecord)
    #expect((error?.underlying as? MappingError)?.pathText == "name")
    #expect(error.map { "\($0)" } == "the record cannot be read: wrong type at name, expected String")
    #expect(try await people.count() == 0)
  }

  @Test("H02: a batch is one transaction: a taken id or an unknown one undoes it all", arguments: StoreKind.allCases)
  func batch(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create(Person(id: 3, name: "C"))
    let duplicate = await #expect(throws: StoreError.self) {
      try await people.create([Person(id: 1, name: "A"), Person(id: 3, name: "X")])
    }
    #expect(duplicate?.kind == .duplicate)
    let unknown = await #expect(throws: StoreError.self) {
      try await people.update([Person(id: 3, name: "changed"), Person(id: 9, name: "nobody")])
    }
    #expect(unknown?.kind == .unknownRecord)
    await #expect(throws: StoreError.self) { try await people.delete([3, 9]) }
    #expect(try await people.search() == [Person(id: 3, name: "C")])
  }

  @Test("H02: a delete without an id is an error and deletes nothing", arguments: StoreKind.allCases)
  func deleteWithoutID(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create(Person(id: 1, name: "A"))
    let one = await #expect(throws: StoreError.self) { try await people.delete(Int?.none) }
    let several = await #expect(throws: StoreError.self) { try await people.delete([1, nil] as [Int?]) }
    #expect(one?.kind == .missingIdentifier && several?.kind == .missingIdentifier)
    #expect(try await people.count() == 1)
  }

  @Test("H02: members that the model does not know survive an update", arguments: StoreKind.allCases)
  func unknownMembers(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let people = StorageRepository<Person>(store, collection: "Person")
    try await people.create(attributes: ["id": 1, "name": "Ann", "age": 3, "extra": ["deep": [1, nil]]])
    try await people.update(Person(id: 1, name: "Bea"))
    #expect(
      try await store.all("Person").map(\.content)
        == [["id": 1, "name": "Bea", "extra": ["deep": [1, nil]]]])
  }

  @Test("H01, H02: every store keeps the contract", arguments: StoreKind.allCases, StoreContract.checks)
  func contract(_ kind: StoreKind, check: StoreContract.Check) async throws {
    try await check.run { try kind.make() }
  }
}
