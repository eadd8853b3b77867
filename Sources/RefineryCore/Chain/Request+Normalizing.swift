import HTTPTypes

extension Request {
  /// Whether method and target have the form that ``normalize()`` gives them.
  package var isNormalized: Bool { isValid || head.isNormalized }

  /// Gives method and target one canonical form, so that a request means the same on every transport.
  ///
  /// GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE and CONNECT are written in capitals; any other method stays as it is.
  /// Segments `.` and `..` of the target are resolved (RFC 3986 section 5.2.4), also if a dot is written as `%2E`. Characters
  /// that a URI must not contain (`"<>\^` and backtick, `{|}`), brackets, and a `%` without two hexadecimal digits are
  /// percent-encoded. A target that ``validate()`` refuses is not changed.
  ///
  /// Clients normalize the requests they make. The package's transports normalize requests that middleware changed.
  package mutating func normalize() { head.normalize() }
}

extension HTTPRequest {
  var isNormalized: Bool { method.isNormalized && Self.form(of: path ?? "/") != .other }

  mutating func normalize() {
    if !method.isNormalized { method = method.normalized }
    guard let target = path, Self.form(of: target) == .other else { return }
    path = Self.normalized(target)
  }

  private enum Form { case normal, other, refused }

  private static let special = ByteSet("\"<>\\^`{|}[]%.?#")

  /// Classifies a target in one pass. Most targets need no other.
  private static func form(of target: String) -> Form {
    target.withBytes { bytes in
      var form = Form.normal
      var isPath = true
      var previous: UInt8 = 0
      for (index, byte) in bytes.enumerated() {
        defer { previous = byte }
        guard (0x21...0x7E).contains(byte) else { return .refused }
        guard special.contains(byte) else { continue }
        switch byte {
        case UInt8(ascii: "#"): return .refused
        case UInt8(ascii: "?"): isPath = false
        case UInt8(ascii: "."), UInt8(ascii: "%"):
          if byte != UInt8(ascii: "."), !isTriplet(bytes, at: index) { form = .other }
          if isPath, previous == UInt8(ascii: "/"), isDotSegment(bytes, at: index) { form = .other }
        default: form = .other
        }
      }
      return form
    }
  }

  private static func isTriplet(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1].isHexDigit && bytes[index + 2].isHexDigit
  }

  private static func isDotSegment(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var (index, count) = (start, 0)
    while index < bytes.count, count < 3 {
      if bytes[index] == UInt8(ascii: ".") {
        index += 1
      } else if bytes[index] == UInt8(ascii: "%"), isTriplet(bytes, at: index), bytes[index + 1] == UInt8(ascii: "2"),
        bytes[index + 2] | 0x20 == UInt8(ascii: "e")
      {
        index += 3
      } else {
        break
      }
      count += 1
    }
    guard (1...2).contains(count) else { return false }
    return index == bytes.count || bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
  }

  /// Returns the normalized target. `target` is visible ASCII without a fragment.
  static func normalized(_ target: String) -> String {
    let path = target.prefix { $0 != "?" }
    var text = ""
    text.append(
      percentEncoding: URIReference.withoutDotSegments(String(path), decoding: true), keeping: .target, keepsTriplets: true)
    text.append(percentEncoding: String(target[path.endIndex...]), keeping: .target, keepsTriplets: true)
    return text
  }
}

extension ByteSet {
  /// The characters that a target may contain without percent-encoding.
  fileprivate static let target = ByteSet("!$&'()*+,;=:@/?", adding: .unreserved)
}
