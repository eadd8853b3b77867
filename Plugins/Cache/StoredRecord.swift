#if SQLite
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore

  /// A response in the form of its row in the table.
  struct StoredRecord: Sendable {
    /// What a row contains.
    enum Reading {
      case whole(StoredResponse)
      case damaged
      /// Another version of this library made the row.
      case otherForm
    }

    /// The first byte of `head`. The checksum follows, and then the head as JSON.
    private static let form: UInt8 = 2
    private static let prefixLength = 9

    let head: Data
    let variant: Data
    let body: Data
    let size: Int

    init(_ response: StoredResponse, _ key: CacheKey) throws {
      let encoder = JSONEncoder()
      // Equal variants have equal bytes.
      encoder.outputFormatting = .sortedKeys
      let json = try encoder.encode(StoredHead(response))
      variant = try encoder.encode(response.variant)
      body = response.body
      head = Self.prefix(key, variant, json, body) + json
      size = response.size + key.target.utf8.count + key.identity.utf8.count
    }

    static func response(_ key: CacheKey, variant: Data, head: Data, body: Data) -> Reading {
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

  /// A checksum of 64 bits that finds accidental damage. SQLite has none: a page with wrong bytes is returned as it is.
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
#endif
