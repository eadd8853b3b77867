import FoundationEssentials
import Testing

@testable import RefineryJSON

/// Documents of our own after RFC 8259, read in every way that there is. `Vectors/vectors.txt` says how to read it.
@Suite struct VectorTests {
  @Test("Every vector is read or refused as its line says: by Codable, by JSONReadable, and by Foundation")
  func read() throws {
    // Asking 512 levels what they are takes seconds, since every wrong guess is an error with a path; they are passed over
    // below.
    for vector in try Vector.all() where !vector.name.hasSuffix("-512") {
      let (foundation, refinery) = outcomes(Anything.self, vector.data)
      #expect(refinery.isValue == vector.isTaken, "\(vector.name)")
      #expect(foundation.isValue == vector.isTakenByFoundation, "\(vector.name)")
      let direct = Outcome { try JSONModelDecoder().decode(DirectAnything.self, from: vector.data).value }
      #expect(direct.isValue == vector.isTaken, "\(vector.name), by itself")
      // Foundation drops the fraction of a whole number beyond 2^53: a listed difference.
      if foundation.isValue, refinery.isValue, vector.name != "number-long-fraction" {
        #expect(foundation == refinery, "\(vector.name)")
      }
      if refinery.isValue, direct.isValue { #expect(direct == refinery, "\(vector.name), by itself") }
    }
  }

  @Test("Values that no model reads are checked only for their structure, in every way of reading, as by Foundation")
  func unread() throws {
    struct Unread: Decodable, Equatable { init(from decoder: any Decoder) {} }
    struct Skipped: JSONReadable, Equatable {
      init(json: inout JSONReader) throws { try json.skip() }
      init(from decoder: any Decoder) throws { throw NotDirect() }
    }
    for vector in try Vector.all() {
      let (foundation, refinery) = outcomes(Unread.self, vector.data)
      #expect(refinery.isValue == vector.isPassedOver, "\(vector.name)")
      #expect(foundation.isValue == vector.isPassedOver, "\(vector.name), by Foundation")
      let skipped = Outcome { try JSONModelDecoder().decode(Skipped.self, from: vector.data) }
      #expect(skipped.isValue == vector.isPassedOver, "\(vector.name), skipped")
    }
  }

  @Test("Valid documents are read, and invalid ones are refused except for trailing commas, as by Foundation")
  func verdicts() throws {
    let vectors = try Vector.all()
    #expect(vectors.count > 400)
    #expect(Set(vectors.map(\.name)).count == vectors.count)
    #expect(vectors.filter { $0.verdict == "y" && !$0.isTaken }.isEmpty)
    let taken = vectors.filter { $0.verdict == "n" && $0.isTaken }
    #expect(taken.allSatisfy { $0.name.contains("-comma-last") }, "\(taken.map(\.name))")
    #expect(vectors.filter { $0.isTaken != $0.isTakenByFoundation }.isEmpty)
  }
}

/// Any JSON, read straight from its bytes.
private struct DirectAnything: JSONReadable {
  let value: Anything

  init(json: inout JSONReader) throws {
    switch json.skipSpace() {
    case UInt8(ascii: "\""): value = .string(try json.value())
    case UInt8(ascii: "["): value = .list(try json.value([DirectAnything].self).map(\.value))
    case UInt8(ascii: "{"): value = .object(try json.value([String: DirectAnything].self).mapValues(\.value))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): value = .bool(try json.value())
    case UInt8(ascii: "n"):
      guard json.isNull() else { throw json.fail() }
      value = .null
    default:
      // As `Anything` does: an integer if it is one.
      let integer: Int? = json.number { bytes, entry in bytes.anyInteger(entry) }
      value = try integer.map { .integer($0) } ?? .double(json.value())
    }
  }

  init(from decoder: any Decoder) throws { throw NotDirect() }
}

extension Outcome {
  fileprivate var isValue: Bool {
    if case .value = self { true } else { false }
  }
}
