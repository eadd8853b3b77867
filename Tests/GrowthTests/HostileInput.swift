import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// An input that a server can send in any size.
struct HostileInput: Sendable, CustomTestStringConvertible {
  let name: String
  /// The size of the small input.
  let count: Int
  /// Makes what reads an input of a size. Making it is not measured.
  let make: @Sendable (Int) throws -> @Sendable () async throws -> Void

  var testDescription: String { name }

  static let all = json + patches + models + documents + fields + bodies + traffic
}

extension HostileInput {
  /// An input that is read from memory.
  static func reading<Input: Sendable>(
    _ name: String, _ count: Int, _ make: @escaping @Sendable (Int) throws -> Input,
    by read: @escaping @Sendable (Input) async throws -> Void
  ) -> HostileInput {
    HostileInput(name: name, count: count) { count in
      let input = try make(count)
      return { try await read(input) }
    }
  }

  /// A response that a client reads.
  static func response(
    _ name: String, _ count: Int, _ make: @escaping @Sendable (Int) -> StubTransport.StubResponse,
    through links: [any Middleware] = [], by send: @escaping @Sendable (Client) async throws -> Void
  ) -> HostileInput {
    reading(name, count, { StubTransport(make($0)) }) { server in
      try await send(Client(baseURL: "http://stub", middleware: links, transport: server))
    }
  }

  /// Reads a document that is refused, so that the cost of the refusal is measured.
  static func refused(_ body: () throws -> Void) { #expect(throws: (any Error).self, performing: body) }
}

/// Outside of a macro, so that the compiler sees that a closure throws.
func holds(_ condition: Bool) { #expect(condition) }

/// Text of many parts.
func many(_ count: Int, separator: String = ",", _ part: (Int) -> String) -> String {
  (0..<count).map(part).joined(separator: separator)
}

extension String {
  var data: Data { Data(utf8) }

  /// Distinct accents above and below a letter, in an order that is not canonical.
  static func accents(_ count: Int) -> String {
    var text = String.UnicodeScalarView("a".unicodeScalars)
    for index in 0..<count { text.append(index % 2 == 0 ? "\u{301}" : "\u{323}") }
    return String(text)
  }
}
