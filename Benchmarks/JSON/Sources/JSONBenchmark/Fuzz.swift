import FoundationEssentials
import RefineryJSON

/// Arguments: `[CASES] [SEED]`.
func fuzz(_ arguments: [String]) throws {
  let count = arguments.first.flatMap { Int($0) } ?? 100_000
  let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
  var fuzzer = Fuzzer()
  fuzzer.run(seed: seed, count: count)
  print("models that read themselves")
  var direct = Fuzzer()
  direct.runDirect(seed: seed, count: count)
  if fuzzer.differences + direct.differences > 0 { throw Misuse("there are differences") }
}

/// The result of reading a document.
enum Outcome: Equatable {
  case value(Tree)
  case failure(kind: String, type: String, path: [String])

  init(_ body: () throws -> Tree) {
    do {
      self = .value(try body())
    } catch let error as DecodingError {
      self = .init(error)
    } catch {
      self = .failure(kind: "other", type: "\(error)", path: [])
    }
  }

  private init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context): self = .failure(kind: "mismatch", type: "\(type)", path: Self.path(context))
    case .valueNotFound(let type, let context): self = .failure(kind: "null", type: "\(type)", path: Self.path(context))
    case .keyNotFound(let key, let context): self = .failure(kind: "missing", type: key.stringValue, path: Self.path(context))
    case .dataCorrupted(let context): self = .failure(kind: "corrupted", type: "", path: Self.path(context))
    @unknown default: self = .failure(kind: "unknown", type: "", path: [])
    }
  }

  private static func path(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.stringValue) }
}

/// Compares the two decoders on generated models and documents.
struct Fuzzer {
  var cases = 0
  var values = 0
  var failures: [String: Int] = [:]
  var listed: [String: Int] = [:]
  var differences = 0

  mutating func run(seed: UInt64, count: Int) {
    var random = Seeded(seed)
    while cases < count {
      let schema = Schema.random(&random, depth: 4)
      let (foundation, refinery) = decoders(&random)
      var maker = DocumentMaker(random: Seeded(random.next()))
      for _ in 0..<20 {
        let text = maker.random.chance(5) ? maker.any(4) : maker.fitting(schema)
        compare(Data(maker.broken(text)), schema, foundation, refinery)
      }
    }
    report()
  }

  /// The schema of ``DirectUser``.
  private static let user: Schema = {
    func member(_ name: String, _ schema: Schema, isOptional: Bool = false) -> Schema.Member {
      Schema.Member(name: name, schema: schema, isOptional: isOptional, way: 0)
    }
    return .object([
      member("id", .integer(0)), member("name", .string), member("email", .string), member("age", .integer(0)),
      member("isActive", .bool), member("nickname", .optional(.string), isOptional: true),
      member("address", .object([member("street", .string), member("city", .string), member("zip", .integer(0))])),
      member("tags", .typedList(.string)),
    ])
  }()

  /// Compares models that read themselves with Foundation's reading of the same models with Codable.
  mutating func runDirect(seed: UInt64, count: Int) {
    var maker = DocumentMaker(random: Seeded(seed))
    let foundation = JSONDecoder()
    let refinery = JSONModelDecoder()
    while cases < count {
      let text = maker.random.chance(10) ? maker.any(3) : maker.fitting(.list(Self.user))
      let data = Data(maker.broken(text))
      cases += 1
      let one = Outcome { .value("\(try foundation.decode([DirectUser].self, from: data))") }
      let two = Outcome { .value("\(try refinery.decode([DirectUser].self, from: data))") }
      let three = Outcome { .value("\(try refinery.decode([Plain<DirectUser>].self, from: data).map(\.value))") }
      let wrapped = Data("{\"data\" : ".utf8) + data + Data("}".utf8)
      let four = Outcome { .value("\(try foundation.decode(Envelope.self, from: wrapped).data)") }
      let five = Outcome { .value("\(try refinery.decode(Envelope.self, from: wrapped).data)") }
      note(four, five, wrapped, Self.user) { AllErrors.inEnvelope(wrapped) }
      note(one)
      note(one, three, data, Self.user) { AllErrors.inList(data) }
      note(one, two, data, Self.user) { AllErrors.inList(data) }
    }
    report()
  }

  /// Counts known differences, and reports all others.
  private mutating func note(
    _ one: Outcome, _ two: Outcome, _ data: Data, _ schema: Schema, errors: () -> [Outcome] = { [] }
  ) {
    guard one != two else { return }
    if let reason = Rules.reason(one, two, schema, String(decoding: data, as: UTF8.self), errors) {
      listed[reason, default: 0] += 1
    } else {
      report(data, schema, one, two)
    }
  }

  private func decoders(_ random: inout Seeded) -> (JSONDecoder, JSONModelDecoder) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = random.pick([.deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970])
    decoder.keyDecodingStrategy = random.pick([
      .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
      .custom { path in Name(String((path.last?.stringValue ?? "").reversed())) },
    ])
    decoder.dataDecodingStrategy = random.pick([.base64, .deferredToData])
    decoder.nonConformingFloatDecodingStrategy = random.pick([
      .throw, .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
    ])
    var ours = JSONModelDecoder()
    ours.dateDecodingStrategy = decoder.dateDecodingStrategy
    ours.keyDecodingStrategy = decoder.keyDecodingStrategy
    ours.dataDecodingStrategy = decoder.dataDecodingStrategy
    ours.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    return (decoder, ours)
  }

  private mutating func compare(_ data: Data, _ schema: Schema, _ foundation: JSONDecoder, _ refinery: JSONModelDecoder) {
    cases += 1
    let one = Outcome { try foundation.decode(Made.self, from: data, configuration: schema).tree }
    let two = Outcome { try refinery.decode(Made.self, from: data, configuration: schema).tree }
    note(one)
    note(one, two, data, schema)
  }

  private mutating func note(_ one: Outcome) {
    if case .failure(let kind, _, _) = one { failures[kind, default: 0] += 1 } else { values += 1 }
  }

  private mutating func report(_ data: Data, _ schema: Schema, _ one: Outcome, _ two: Outcome) {
    differences += 1
    guard differences <= 12 else { return }
    print(
      "DIFFERENCE \(String(decoding: data, as: UTF8.self).debugDescription)\n  \(schema)\n  Foundation \(one)\n  Refinery   \(two)"
    )
  }

  private func report() {
    print("\(cases) cases: \(values) values, failures \(failures.sorted { $0.key < $1.key })")
    print("listed differences \(listed.sorted { $0.key < $1.key }), other differences \(differences)")
  }
}

/// A wrapper that hides from the decoder that its value can read itself.
struct Plain<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}

/// A list of models that read themselves, inside a model that does not.
struct Envelope: Decodable, Equatable { let data: [DirectUser] }
