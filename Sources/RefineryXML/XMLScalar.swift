#if XML
  import FoundationEssentials
  import XMLCoder

  /// A value that is one text, which white space may surround.
  protocol XMLScalar: Decodable {
    init?(xml text: String)
  }

  extension XMLScalar where Self: LosslessStringConvertible {
    init?(xml text: String) { self.init(text) }
  }

  extension Int: XMLScalar {}
  extension Int8: XMLScalar {}
  extension Int16: XMLScalar {}
  extension Int32: XMLScalar {}
  extension Int64: XMLScalar {}
  extension UInt: XMLScalar {}
  extension UInt8: XMLScalar {}
  extension UInt16: XMLScalar {}
  extension UInt32: XMLScalar {}
  extension UInt64: XMLScalar {}
  extension Int128: XMLScalar {}
  extension UInt128: XMLScalar {}

  extension Bool: XMLScalar {
    /// XML Schema part 2, section 3.2.2.
    init?(xml text: String) {
      switch text {
      case "true", "1": self = true
      case "false", "0": self = false
      default: return nil
      }
    }
  }

  extension Double: XMLScalar {
    /// XML Schema part 2, section 3.2.5.
    init?(xml text: String) {
      switch text {
      case "INF": self = .infinity
      case "-INF": self = -.infinity
      case "NaN": self = .nan
      default:
        guard text.isNumber else { return nil }
        self.init(text)
      }
    }
  }

  extension Float: XMLScalar {
    init?(xml text: String) {
      guard let value = Double(xml: text) else { return nil }
      self = text.isNumber ? Float(text) ?? Float(value) : Float(value)
    }
  }

  extension Decimal: XMLScalar {
    init?(xml text: String) {
      guard text.isNumber else { return nil }
      self.init(string: text)
    }
  }

  extension UUID: XMLScalar {
    init?(xml text: String) { self.init(uuidString: text) }
  }

  extension URL: XMLScalar {
    init?(xml text: String) { self.init(string: text) }
  }

  extension String {
    /// Whether the text has only the characters of a decimal number, so not those of other forms that Swift reads.
    fileprivate var isNumber: Bool {
      !isEmpty
        && utf8.allSatisfy {
          $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 | 0x20 == 0x65
        }
    }
  }

  /// A list, which is the elements of one name.
  protocol XMLRepeated {}
  extension Array: XMLRepeated {}
  extension ContiguousArray: XMLRepeated {}
  extension Set: XMLRepeated {}
  extension Optional: XMLRepeated where Wrapped: XMLRepeated {}
  extension XMLCoder.Element: XMLRepeated where Value: XMLRepeated {}

  /// A dictionary, whose keys are data.
  protocol XMLKeyedByData {}
  extension Dictionary: XMLKeyedByData {}

  /// `@Attribute` of XMLCoder.
  protocol XMLAttributeMark {}
  extension XMLCoder.Attribute: XMLAttributeMark {}

  /// `@Attribute` of an optional, which may be absent.
  protocol XMLAbsentAttribute {
    static var absent: Self { get }
  }

  extension XMLCoder.Attribute: XMLAbsentAttribute where Value: ExpressibleByNilLiteral {
    static var absent: Self { Self(nilLiteral: ()) }
  }
#endif
