package import FoundationEssentials
import HTTPTypes
import RefineryCore

/// A response in the form in which a store outside of this process keeps it: a row of a file, or a value of an engine.
package struct StoredRecord: Sendable {
  /// What a record contains.
  package enum Reading {
    case whole(StoredResponse)
    case damaged
    /// Another version of this library made the record.
    case otherForm
  }

  /// The first byte of `head`. The checksum follows, and then the head as JSON.
  private static let form: UInt8 = 2
  private static let prefixLength = 9

  package let head: Data
  package let variant: Data
  package let body: Data
  /// The approximate number of bytes of memory that the response uses.
  package let size: Int

  package init(_ response: StoredResponse, _ key: CacheKey) throws {
    let encoder = JSONEncoder()
    // Equal variants have equal bytes.
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(StoredHead(response))
    variant = try encoder.encode(response.variant)
    body = response.body
    head = Self.prefix(key, variant, json, body) + json
    size = response.size + key.target.utf8.count + key.identity.utf8.count
  }

  /// Head, variant and body in one piece, for an engine without columns. The first eight bytes are the lengths of head and
  /// variant.
  package var data: Data {
    var data = Data(capacity: Self.lengths + head.count + variant.count + body.count)
    for part in [head, variant] {
      withUnsafeBytes(of: UInt32(clamping: part.count).littleEndian) { data.append(contentsOf: $0) }
    }
    for part in [head, variant, body] { data.append(part) }
    return data
  }

  private static let lengths = 8

  /// Reads what ``data`` wrote.
  package static func response(_ key: CacheKey, data: Data) -> Reading {
    guard data.count >= lengths else { return .damaged }
    let (headCount, variantCount) = data.withUnsafeBytes { bytes in
      (
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))),
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      )
    }
    let rest = data.dropFirst(lengths)
    guard headCount <= rest.count, variantCount <= rest.count - headCount else { return .damaged }
    // Slices would keep the whole record in memory, and their indices do not begin at zero.
    return response(
      key, variant: Data(rest.dropFirst(headCount).prefix(variantCount)), head: Data(rest.prefix(headCount)),
      body: Data(rest.dropFirst(headCount + variantCount)))
  }

  package static func response(_ key: CacheKey, variant: Data, head: Data, body: Data) -> Reading {
    guard head.first == form else { return .otherForm }
    let json = head.dropFirst(prefixLength)
    guard head.prefix(prefixLength) == prefix(key, variant, json, body),
      let response = (try? StoredHead(json))?.response(body)
    else { return .damaged }
    return .whole(response)
  }

  private static func prefix(_ key: CacheKey, _ variant: Data, _ json: Data, _ body: Data) -> Data {
    var checksum = Checksum()
    for part in [key.targetBytes, key.identityBytes, variant, json, body] { checksum.add(part) }
    return Data([form]) + checksum.bytes
  }
}

/// A checksum of 64 bits that finds accidental damage. SQLite and Redis have none: wrong bytes are returned as they are.
private struct Checksum {
  private var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  var bytes: Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }

  mutating func add(_ data: Data) {
    add(UInt64(data.count))
    data.withUnsafeBytes { bytes in
      let words = bytes.count / 8
      for index in 0..<words {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
      }
      add(bytes.dropFirst(8 * words).reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// Both steps are reversible, so a change of one word always changes the result.
  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
    value ^= value >> 32
  }
}

/// All of a stored response except its body.
private struct StoredHead: Codable {
  let requestTime: Date
  let responseTime: Date
  let head: HTTPResponse
  let variant: [String: String?]
  let targets: [String]

  init(_ response: StoredResponse) {
    requestTime = response.requestTime
    responseTime = response.responseTime
    head = response.head
    variant = response.variant
    targets = response.targets.map(\.rawName)
  }

  init(_ data: Data) throws { self = try JSONDecoder().decode(StoredHead.self, from: data) }

  func response(_ body: Data) -> StoredResponse? {
    let names = targets.compactMap { HTTPField.Name($0) }
    guard names.count == targets.count else { return nil }
    return StoredResponse(
      requestTime: requestTime, responseTime: responseTime, head: head, body: body, variant: variant, targets: names)
  }
}

extension CacheKey {
  var targetBytes: Data { Data(target.utf8) }
  var identityBytes: Data { Data(identity.utf8) }
}
