#if PostgreSQL
  import CPostgreSQL
  import FoundationEssentials

  /// A parameter of a statement.
  enum SQLValue {
    /// Text that is stored as bytes, so that it may contain NUL.
    case bytes(String?)
    /// Bytes as they are.
    case data(Data?)
    /// Text without NUL.
    case text(String?)
    case number(Int64?)
    case real(Double?)
    case bool(Bool)

    var isNull: Bool {
      switch self {
      case .bytes(nil), .data(nil), .text(nil), .number(nil), .real(nil): true
      default: false
      }
    }

    var type: Int32 {
      let type =
        switch self {
        case .bytes, .data: REFINERY_PG_BYTES
        case .text: REFINERY_PG_TEXT
        case .number: REFINERY_PG_NUMBER
        case .real: REFINERY_PG_REAL
        case .bool: REFINERY_PG_BOOLEAN
        }
      return Int32(bitPattern: type.rawValue)
    }

    func append(to bytes: inout [UInt8]) {
      switch self {
      case .bytes(let text), .text(let text): bytes += (text ?? "").utf8
      case .data(let data): bytes += data ?? Data()
      case .number(let number): bytes += (number.map { String($0) } ?? "").utf8
      case .real(let real): bytes += (real.map { String($0) } ?? "").utf8
      case .bool(let claim): bytes.append(claim ? 0x74 : 0x66)
      }
    }
  }

  extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
      let (seconds, attoseconds) = components
      let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
      guard !isTooLarge else { return seconds < 0 ? 0 : .max }
      let (sum, overflows) = product.addingReportingOverflow((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
      return overflows ? .max : max(0, sum)
    }
  }
#endif
