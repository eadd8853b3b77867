/// Why an item of a stream cannot be decoded, and where. The only part of the stream in it are the names of members on the
/// path.
public struct JSONItemError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Reason: Sendable, Hashable {
    /// The bytes are not JSON, or a line or a text has more than one value.
    case malformed(JSONMalformed.Reason)
    /// The stream has only white space where an array is expected.
    case empty
    /// The stream ends inside an item, or inside the document around the items.
    case endedEarly
    /// A text of a sequence may have lost its end: the next one begins inside it, or no white space follows a number or
    /// literal (RFC 7464, section 2.4).
    case truncated
    /// An item has more bytes than the limit.
    case tooLarge(limit: Int)
    /// A member on the path to the array is missing.
    case missing
    /// A value on the path to the array, or the array itself, is `null`.
    case null
    /// A value on the path is not an object, or the value at its end is not an array.
    case wrongShape
    /// An item does not fit its type; `underlying` gives the reason.
    case undecodable
  }

  /// The kind of fault.
  package let reason: Reason
  /// The number of the item, from 0; nil outside of items.
  public let index: Int?
  /// The offset in bytes from the start of the stream. If the data is not JSON, it is the offset of the wrong byte, otherwise
  /// that of the item.
  public let offset: Int
  /// The names of the members on the path to the array, up to the fault.
  public let path: [String]
  /// The decoder's error: a `DecodingError` whose path begins at the item.
  public let underlying: (any Error)?
  /// Whether only this item is affected, so that the following items can be decoded.
  public let isConfined: Bool

  init(
    _ reason: Reason, index: Int? = nil, offset: Int, path: [String] = [], underlying: (any Error)? = nil,
    isConfined: Bool = false
  ) {
    self.reason = reason
    self.index = index
    self.offset = offset
    self.path = path
    self.underlying = underlying
    self.isConfined = isConfined
  }

  /// One line, safe to log, such as `[12].name: unreadable at byte 3456`.
  public var description: String {
    let place = pathText
    return "\(place.isEmpty ? "" : place + ": ")\(reason.text) at byte \(offset)"
  }

  /// The whole path as text, such as `data.items[12].name`.
  var pathText: String {
    var text = path.map(Self.line).joined(separator: ".")
    if let index { text += "[\(index)]" }
    guard case let error as DecodingError = underlying else { return text }
    for key in error.path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + Self.line(key.stringValue)
      }
    }
    return text
  }
}

extension JSONItemError {
  /// A name on the path as one short line.
  private static func line(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(64).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)) + (name.unicodeScalars.count > 64 ? "..." : "")
  }
}

extension JSONItemError.Reason {
  fileprivate var text: String {
    switch self {
    case .malformed(let reason): reason.rawValue
    case .empty: "no value where an array is expected"
    case .endedEarly: "the stream ends in the middle"
    case .truncated: "a text that may be incomplete"
    case .tooLarge(let limit): "an item of more than \(limit) bytes"
    case .missing: "a missing member"
    case .null: "null in place of the array"
    case .wrongShape: "another value in place of the array"
    case .undecodable: "unreadable"
    }
  }
}

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context): context.codingPath
    @unknown default: []
    }
  }
}
