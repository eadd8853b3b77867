/// Why the items of a stream cannot be read, and where. It holds nothing of the stream but names of members on the way.
public struct JSONItemError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// The bytes are no JSON, or a line or a text has more than one value.
    case malformed(JSONMalformed.Reason)
    /// There is nothing but white space where an array should be.
    case empty
    /// The stream ended in the middle: of an item, or of the document around them.
    case endedEarly
    /// A text of a sequence may have lost its end: it is not over where the next begins, or it is a number or a literal without
    /// white space behind it (RFC 7464, section 2.4).
    case truncated
    /// An item has more bytes than the limit.
    case tooLarge(limit: Int)
    /// A member on the way to the array is not there.
    case missing
    /// There is a `null` in place of the array, or of an object on the way to it.
    case null
    /// There is something else in place of the array, or of an object on the way to it.
    case wrongShape
    /// An item is not what it was read as; ``JSONItemError/underlying`` says why.
    case undecodable
  }

  /// What is wrong.
  public let reason: Reason
  /// Which item, from 0; nil outside of them.
  public let index: Int?
  /// Where, in bytes from the start of the stream: the byte itself if JSON is broken there, else where the item begins.
  public let offset: Int
  /// The names of the members that lead to the array, up to where the fault is.
  public let path: [String]
  /// What the decoder threw: a `DecodingError` whose path leads from the item to the value.
  public let underlying: (any Error)?
  /// Whether the fault stays within this item, so that those behind it can still be read.
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

  /// The path from the start of the stream in one piece, such as `data.items[12].name`.
  public var pathText: String {
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
  /// A name of the stream's own in one short line.
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
    case .empty: "nothing where an array should be"
    case .endedEarly: "the stream ends in the middle"
    case .truncated: "a text that may have lost its end"
    case .tooLarge(let limit): "an item of more than \(limit) bytes"
    case .missing: "a missing member"
    case .null: "null in place of the array"
    case .wrongShape: "something else in place of the array"
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
