#if Redis
  import CHiredis
  import FoundationEssentials

  /// A reply of the server. An error of the server is a `RedisError`, unless it is an element of an array.
  enum RedisReply: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(Data)
    case array([RedisReply])
    case error(String)

    init(_ reply: OpaquePointer) {
      switch refinery_redis_kind(reply) {
      case REFINERY_REDIS_INTEGER: self = .integer(refinery_redis_integer(reply))
      case REFINERY_REDIS_TEXT: self = .text(Self.bytes(of: reply))
      case REFINERY_REDIS_ERROR: self = .error(String(decoding: Self.bytes(of: reply), as: UTF8.self))
      case REFINERY_REDIS_ARRAY:
        self = .array(
          (0..<refinery_redis_count(reply)).map { index in
            refinery_redis_element(reply, index).map { RedisReply($0) } ?? .null
          })
      default: self = .null
      }
    }

    private static func bytes(of reply: OpaquePointer) -> Data {
      var length = 0
      guard let start = refinery_redis_bytes(reply, &length), length > 0 else { return Data() }
      return Data(bytes: start, count: length)
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var data: Data? { if case .text(let value) = self { value } else { nil } }
    var string: String? { data.map { String(decoding: $0, as: UTF8.self) } }
    var array: [RedisReply]? { if case .array(let value) = self { value } else { nil } }
  }

  /// A command and its arguments, as the bytes of all arguments and the end of each.
  struct RedisCommand: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [Int] = []

    init(_ texts: String...) {
      for text in texts { add(text) }
    }

    mutating func add(_ text: String) {
      bytes.append(contentsOf: text.utf8)
      ends.append(bytes.count)
    }

    mutating func add(_ data: Data) {
      bytes.append(contentsOf: data)
      ends.append(bytes.count)
    }

    mutating func add(_ number: some BinaryInteger) { add(String(number)) }

    /// Calls a closure with a pointer to each argument, and the lengths.
    func withArguments<Output>(_ body: ([UnsafePointer<CChar>?], [Int]) -> Output) -> Output {
      bytes.withUnsafeBytes { bytes in
        var (pointers, lengths, start) = ([UnsafePointer<CChar>?](), [Int](), 0)
        pointers.reserveCapacity(ends.count)
        lengths.reserveCapacity(ends.count)
        // An empty argument also needs an address.
        let base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
        for end in ends {
          pointers.append(base.map { ($0 + start).assumingMemoryBound(to: CChar.self) })
          lengths.append(end - start)
          start = end
        }
        return body(pointers, lengths)
      }
    }
  }
#endif
