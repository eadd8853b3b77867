#if CommandLine
  import Foundation
  import HTTPTypes
  import RefineryJSON
  import RefineryContracts

  /// A response of the demo's server.
  struct DemoResponse {
    var status: Int
    var data = Data()
    var fields: [String] = []

    static func json(_ json: JSONValue, status: Int = 200) -> DemoResponse {
      DemoResponse(status: status, data: json.data(), fields: ["Content-Type: application/json"])
    }

    static func problem(_ status: Int, _ detail: String) -> DemoResponse {
      let body: JSONValue = ["status": .number(status), "detail": .string(detail)]
      return DemoResponse(status: status, data: body.data(), fields: ["Content-Type: application/problem+json"])
    }
  }

  /// The demo's household. It is untyped, so that server and client share nothing but the wire.
  struct DemoStore {
    private var people: [Int: JSONValue] = [:]
    private var households: [JSONValue] = []
    private var chores: [String: JSONValue] = ["dishes": ["id": "dishes", "isDone": false]]
    private var profile: JSONValue?

    mutating func answer(_ request: LoopbackRequest, _ path: [String], _ body: JSONValue) -> DemoResponse {
      let id = path.count > 1 ? Int(path[1]) ?? 0 : 0
      switch (request.method, path.first, path.count) {
      case ("POST", "people", 2) where path[1] == "new": return create(body)
      case ("PATCH", "people", 1): return replace(body.array ?? [])
      case ("DELETE", "people", 3): return people.removeValue(forKey: id) == nil ? .missing : DemoResponse(status: 204)
      case ("GET", "household", 2): return list(household: request.query("household"), limit: request.query("limit"))
      case (_, "person", _): return person(id, request, path.last, body)
      case ("POST", "households", 1): return found(body)
      case ("GET", "households", 1): return .json(["data": ["households": .array(households)]])
      case ("GET", "households", 3) where path[2] == "people": return list(household: path[1], limit: nil)
      case ("GET", "households", 3): return .json(.array(chores.sorted { $0.key < $1.key }.map(\.value)))
      case ("POST", "households", 4):
        chores[path[3]] = body
        return .json(body)
      case (_, "me", 1): return me(request.method, body)
      default: return .missing
      }
    }

    private mutating func create(_ body: JSONValue) -> DemoResponse {
      let created = (body.array ?? [body]).map { attributes in
        var object = attributes.object ?? [:]
        object["id"] = .number(people.count + 1)
        people[people.count + 1] = .object(object)
        return JSONValue.object(object)
      }
      return .json(body.array == nil ? created.first ?? .null : .array(created), status: 201)
    }

    private mutating func replace(_ all: [JSONValue]) -> DemoResponse {
      for person in all { people[person["id"]?.int ?? 0] = person }
      return .json(.array(all))
    }

    private func list(household: String?, limit: String?) -> DemoResponse {
      let all = people.sorted { $0.key < $1.key }.map(\.value)
      let household = household.flatMap { Int($0) }
      let chosen = all.filter { household == nil || $0["household"]?.int == household }
      return .json(.array(Array(chosen.prefix(limit.flatMap { Int($0) } ?? chosen.count))))
    }

    private mutating func person(_ id: Int, _ request: LoopbackRequest, _ action: String?, _ body: JSONValue) -> DemoResponse {
      guard let old = people[id] else { return .missing }
      let tag = "\"person-\(id)\""
      if request.fields[.ifNoneMatch] == tag { return DemoResponse(status: 304) }
      if let expected = request.fields[.ifMatch], expected != tag { return .problem(412, "somebody else changed it") }
      switch (request.method, action) {
      case ("PUT", "record"): people[id] = body
      case ("PATCH", "changes"): people[id] = old.changed(by: body)
      case ("POST", "birthday"): people[id] = old.changed(by: ["age": .number((old["age"]?.int ?? 0) + 1)])
      default: break
      }
      return .json(people[id] ?? old)
    }

    private mutating func found(_ body: JSONValue) -> DemoResponse {
      let household = body.changed(by: ["id": 9])
      households.append(household)
      return .json(["household": household], status: 201)
    }

    private mutating func me(_ method: String, _ body: JSONValue) -> DemoResponse {
      switch method {
      case "POST", "PUT": profile = body
      case "PATCH": profile = profile?.changed(by: body)
      case "DELETE":
        profile = nil
        return DemoResponse(status: 204)
      default: break
      }
      return profile.map { .json($0, status: method == "POST" ? 201 : 200) } ?? .missing
    }
  }

  extension JSONValue {
    fileprivate func changed(by changes: JSONValue) -> JSONValue { .object((object ?? [:]).merging(changes.object ?? [:])) }
  }

  extension DemoResponse {
    fileprivate static var missing: DemoResponse { .problem(404, "it does not exist") }
  }
#endif
