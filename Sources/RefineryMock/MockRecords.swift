import FoundationEssentials
public import RefineryCore
public import RefineryJSON

/// The records of a ``MockServer``, by resource.
///
/// The name of a resource is the name of its rows without the last part: `Person` for `Person.read`, `Post.Comment` for a
/// child. A record of a child belongs to a record of each parent. `below` chooses these parents: it has the values of their
/// placeholders in the path, such as `["post_id": "1"]`.
public struct MockRecords: Sendable, Redacted {
  struct Record: Sendable {
    /// Empty for a singleton.
    let id: String
    /// The values of the variables of the path that are not the id. A missing one has any value.
    let scope: [String: String]
    var value: JSONValue
  }

  struct Collection: Sendable {
    var records: [Record] = []
    /// The places of the records by id.
    private var places: [String: [Int]] = [:]
    /// The greatest number that was an id.
    var counter = 0

    mutating func append(_ record: Record) {
      places[record.id, default: []].append(records.count)
      records.append(record)
      if let number = Int(record.id) { counter = max(counter, number) }
    }

    /// Whether any record has this id, whatever it belongs to.
    func has(_ id: String) -> Bool { places[id] != nil }

    func place(_ id: String, _ scope: [String: String]) -> Int? {
      places[id]?.first { records[$0].fits(scope) }
    }

    mutating func remove(where isRemoved: (Record) -> Bool) {
      records.removeAll(where: isRemoved)
      places = [:]
      for (place, record) in records.enumerated() { places[record.id, default: []].append(place) }
    }
  }

  let plan: MockPlan
  let settings: MockSettings
  var collections: [String: Collection] = [:]
  /// Counts changes: the source of versions.
  var changes = 0
  /// The sources of ids.
  private var ids: MadeUpValues
  /// The number of elements that readings with one cursor have passed.
  var scrolls: [String: Int] = [:]
  /// Counts such readings.
  var readings = 0
  /// What a state file has of resources that the tables do not have. It is written again.
  var foreign: JSONValue.Object = [:]

  init(_ plan: MockPlan, _ settings: MockSettings) {
    self.plan = plan
    self.settings = settings
    ids = MadeUpValues(seed: MadeUpValues.seed(settings.randomSeed, "ids"))
  }

  // MARK: For closures

  /// All records of a resource, in the order of their creation. With `below`, only those of one parent.
  public func all(_ resource: String, below scope: [String: String] = [:]) -> [JSONValue] {
    collections[resource]?.records.filter { $0.fits(scope) }.map(\.value) ?? []
  }

  /// The record with this id; nil if there is none. The id is always text, such as `"5"`. For a singleton, it is empty.
  public func find(_ resource: String, _ id: String, below scope: [String: String] = [:]) -> JSONValue? {
    record(resource, id, scope)?.value
  }

  /// Stores a record. It replaces a record with the same id. A record without an id gets a new one. Returns the record with its
  /// id. The record is not compared with its model.
  ///
  /// - Throws: ``MockServer/Fault`` if the tables have no such resource.
  @discardableResult
  public mutating func store(
    _ value: JSONValue, in resource: String, below scope: [String: String] = [:]
  ) throws -> JSONValue {
    let kind = try plan.resource(named: resource)
    let id = kind.isSingleton ? "" : kind.id(of: value) ?? makeID(of: kind)
    return put(value, kind, id, scope).value
  }

  /// Removes the record with this id, and all records that belong to it. Returns whether there was such a record.
  ///
  /// - Throws: ``MockServer/Fault`` if the tables have no such resource.
  @discardableResult
  public mutating func remove(_ resource: String, _ id: String, below scope: [String: String] = [:]) throws -> Bool {
    let kind = try plan.resource(named: resource)
    guard let record = record(resource, id, scope) else { return false }
    remove(record, of: kind)
    return true
  }

  /// Responds to a request, for closures of rows that have requests in their bodies.
  package mutating func respond(to request: MockRequest) -> MockResponse { plan.respond(to: request, &self, [:]) }

  // MARK: For rows

  func record(_ resource: String, _ id: String, _ scope: [String: String]) -> Record? {
    let id = plan.resources[resource]?.canonical(id) ?? id
    guard let collection = collections[resource], let place = collection.place(id, scope) else { return nil }
    return collection.records[place]
  }

  func records(_ resource: String, _ scope: [String: String]) -> [Record] {
    let records = collections[resource]?.records ?? []
    return scope.isEmpty ? records : records.filter { $0.fits(scope) }
  }

  /// Stores a record with an id, and with its next version.
  @discardableResult
  mutating func put(_ value: JSONValue, _ kind: MockResource, _ id: String, _ scope: [String: String]) -> Record {
    changes &+= 1
    var value = value
    if case .object(var members) = value {
      if !kind.isSingleton { members[kind.idMember] = kind.json(of: id, in: members) }
      if let version = settings.versionMember { members[version] = .number(Self.firstVersion &+ changes) }
      value = .object(members)
    }
    if let place = collections[kind.key]?.place(id, scope) {
      collections[kind.key]?.records[place].value = value
      return Record(id: id, scope: scope, value: value)
    }
    let record = Record(id: id, scope: scope, value: value)
    collections[kind.key, default: Collection()].append(record)
    return record
  }

  /// A version looks like a time in milliseconds.
  private static let firstVersion = 1_767_225_600_000

  /// Removes a record, and the records below it.
  mutating func remove(_ record: Record, of kind: MockResource) {
    changes &+= 1
    var lost: [String: Set<Record.Place>] = [:]
    var found = [(record, kind)]
    while let (record, kind) = found.popLast() {
      guard lost[kind.key, default: []].insert(record.place).inserted else { continue }
      for key in plan.order where collections[key]?.records.isEmpty == false {
        guard let child = plan.resources[key], let link = child.parents.first(where: { $0.resource == kind.key }) else {
          continue
        }
        let scope = link.scope(of: record, idVariable: kind.idVariable)
        // A child that says nothing of its parent belongs to none.
        for below in records(key, scope) where scope.keys.contains(where: { below.scope[$0] != nil }) || kind.isSingleton {
          found.append((below, child))
        }
      }
    }
    for (key, places) in lost { collections[key]?.remove { places.contains($0.place) } }
  }

  /// The next id of a resource.
  mutating func makeID(of kind: MockResource) -> String {
    let collection = collections[kind.key]
    func isFree(_ id: String) -> Bool { collection?.has(id) != true }
    guard !kind.countsIDs else {
      let next = (collection?.counter ?? 0).addingReportingOverflow(1)
      if !next.overflow { return String(next.partialValue) }
      // A client has chosen the greatest number, so the first free one is taken.
      return (1...Int.max).lazy.map { String($0) }.first(where: isFree) ?? ""
    }
    while true {
      let id = kind.idKind == .uuid ? ids.uuid() : ids.token()
      if isFree(id) { return id }
    }
  }
}

extension MockRecords.Record {
  /// What tells the records of a resource apart.
  struct Place: Hashable {
    let id: String
    let scope: [String: String]
  }

  var place: Place { Place(id: id, scope: scope) }

  /// Whether the record has these values, as far as it has values.
  func fits(_ scope: [String: String]) -> Bool {
    scope.allSatisfy { name, value in self.scope[name].map { $0.isSameID(as: value) } ?? true }
  }
}

extension MockResource.Parent {
  /// The values in the paths of children of a record.
  func scope(of record: MockRecords.Record, idVariable: String?) -> [String: String] {
    var scope: [String: String] = [:]
    for (own, name) in names { scope[name] = own == idVariable ? record.id : record.scope[own] }
    return scope
  }

  /// The values of the parent's own path in a scope of the child, without its id; and its id.
  func place(in scope: [String: String], idVariable: String?) -> (id: String, scope: [String: String])? {
    var own: [String: String] = [:]
    for (parentName, name) in names where parentName != idVariable { own[parentName] = scope[name] }
    guard let variable = self.idVariable else { return ("", own) }
    return scope[variable].map { ($0, own) }
  }
}
