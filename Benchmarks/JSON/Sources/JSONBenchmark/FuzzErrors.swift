import FoundationEssentials

/// Every error in a list of users, as Foundation reports it; a model stops at the first. Each step decodes one value whose path
/// is known, because Foundation's own path lacks steps inside nested decoders.
struct AllErrors: Decodable {
  private(set) var errors: [Outcome] = []

  static func inList(_ data: Data) -> [Outcome] { read(AllErrors.self, data) { $0.errors } }

  static func inEnvelope(_ data: Data) -> [Outcome] { read(InEnvelope.self, data) { $0.all.errors } }

  private static func read<Value: Decodable>(_ type: Value.Type, _ data: Data, _ errors: (Value) -> [Outcome]) -> [Outcome] {
    do {
      return errors(try JSONDecoder().decode(type, from: data))
    } catch {
      return [Outcome { throw error }]
    }
  }

  init(from decoder: any Decoder) throws { try self.init(decoder, []) }

  private init(_ decoder: any Decoder, _ path: [String]) throws {
    collect(path) { all in
      try all.list(decoder, path) { all, element, path in try all.user(element, path) }
    }
  }

  private struct InEnvelope: Decodable {
    let all: AllErrors

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      if !container.contains(Name("data")) { _ = try container.decode(Int.self, forKey: Name("data")) }
      all = try AllErrors(container.superDecoder(forKey: Name("data")), ["data"])
    }
  }

  private mutating func collect(_ path: [String], _ read: (inout AllErrors) throws -> Void) {
    do {
      try read(&self)
    } catch {
      switch Outcome({ throw error }) {
      case .failure("missing", let name, _): errors.append(.failure(kind: "missing", type: name, path: path.dropLast()))
      // Inside a decoder, an error in a number or a string is not a `DecodingError` yet.
      case .failure("other", _, _): errors.append(.failure(kind: "corrupted", type: "", path: path))
      case .failure(let kind, let type, _): errors.append(.failure(kind: kind, type: type, path: path))
      case .value: break
      }
    }
  }

  private mutating func list(
    _ decoder: any Decoder, _ path: [String], _ read: (inout AllErrors, any Decoder, [String]) throws -> Void
  ) throws {
    var elements = try decoder.unkeyedContainer()
    var count = 0
    while !elements.isAtEnd {
      let element = try elements.superDecoder()
      let path = path + ["Index \(count)"]
      collect(path) { all in try read(&all, element, path) }
      count += 1
    }
  }

  private mutating func user(_ decoder: any Decoder, _ path: [String]) throws {
    let user = try decoder.container(keyedBy: Name.self)
    each(["id", "age"], path) { _ = try user.decode(Int.self, forKey: $0) }
    each(["name", "email"], path) { _ = try user.decode(String.self, forKey: $0) }
    each(["isActive"], path) { _ = try user.decode(Bool.self, forKey: $0) }
    each(["nickname"], path) { _ = try user.decodeIfPresent(String.self, forKey: $0) }
    nested("address", user, path) { all, decoder, path in
      let address = try decoder.container(keyedBy: Name.self)
      all.each(["street", "city"], path) { _ = try address.decode(String.self, forKey: $0) }
      all.each(["zip"], path) { _ = try address.decode(Int.self, forKey: $0) }
    }
    nested("tags", user, path) { all, decoder, path in
      try all.list(decoder, path) { _, tag, _ in _ = try tag.singleValueContainer().decode(String.self) }
    }
  }

  private mutating func each(_ names: [String], _ path: [String], _ read: (Name) throws -> Void) {
    for name in names { collect(path + [name]) { _ in try read(Name(name)) } }
  }

  private mutating func nested(
    _ name: String, _ container: KeyedDecodingContainer<Name>, _ path: [String],
    _ read: (inout AllErrors, any Decoder, [String]) throws -> Void
  ) {
    let path = path + [name]
    collect(path) { all in
      if !container.contains(Name(name)) { _ = try container.decode(Int.self, forKey: Name(name)) }
      try read(&all, container.superDecoder(forKey: Name(name)), path)
    }
  }
}
