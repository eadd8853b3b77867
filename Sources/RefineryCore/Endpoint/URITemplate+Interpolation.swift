extension URITemplate: ExpressibleByStringInterpolation {
  /// Creates a template with interpolated values. Each value is percent-encoded and stays within one segment.
  ///
  /// A value obeys the rules of a placeholder's value: see ``target(_:)``. In `"households/\(name)/people"`, the value cannot
  /// leave its segment, whatever `name` is. A value that breaks a rule, such as `../admin`, makes the template malformed: a
  /// call throws, and nothing is sent. A `String` that you put together first has no such protection, so interpolate values in
  /// the template.
  public init(stringInterpolation: StringInterpolation) {
    self.init(storage: Storage(stringInterpolation.text, problem: stringInterpolation.problem))
  }

  /// Collects the literal parts and the values of a template.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// A value, and its position in the text in UTF-8 bytes.
    private struct Written {
      let value: PathValue
      let start: Int
      let end: Int
    }

    fileprivate private(set) var text = ""
    private var written: [Written] = []
    private var needsCheck = false
    private var isInExpression = false

    /// An empty template.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Appends template text.
    public mutating func appendLiteral(_ literal: String) {
      for byte in literal.utf8 {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "<"): isInExpression = true
        case UInt8(ascii: "}"), UInt8(ascii: ">"): isInExpression = false
        default: break
        }
      }
      text += literal
    }

    /// Appends a value, percent-encoded. The segments of a ``SegmentedID`` are joined by commas, as in `{id}`; only `{/id*}`
    /// writes them as segments.
    public mutating func appendInterpolation<Value: Hashable>(_ value: Value) {
      let value = PathValue(id: value)
      let start = text.utf8.count
      // If a literal ends within a triplet, the value would become a part of it.
      if text.utf8.suffix(2).contains(UInt8(ascii: "%")) { needsCheck = true }
      switch value {
      case .text(let value):
        if !value.isPlainPathValue { needsCheck = true }
        text.append(percentEncoding: value, keeping: .unreserved)
      case .list(let items):
        needsCheck = true
        for (index, item) in items.enumerated() {
          if index > 0 { text += "," }
          text.append(percentEncoding: item, keeping: .unreserved)
        }
      case .map, .undefined:
        needsCheck = true
      }
      if !isInExpression { written.append(Written(value: value, start: start, end: text.utf8.count)) }
    }

    /// The fault of the first value that breaks a rule; nil if none does.
    fileprivate var problem: Malformed? {
      guard needsCheck, let first = written.first else { return nil }
      // The values are checked by the same code as those of placeholders.
      var name = "value"
      while text.contains(name) { name += "_" }
      var (template, values, end) = ("", PathValues(), 0)
      for (index, value) in written.enumerated() {
        template += part(end..<value.start) + "{\(name)\(index)}"
        values["\(name)\(index)"] = value.value
        end = value.end
      }
      template += part(end..<text.utf8.count)
      let checked = Storage(template)
      guard checked.problem == nil else {
        // Faults of the template itself are reported elsewhere.
        if Storage(text).problem != nil { return nil }
        return Malformed(template: text, position: first.start, reason: "a value is not allowed here")
      }
      for variable in URITemplate(storage: checked).variables where !variable.hasPrefix(name) { values[variable] = "x" }
      do {
        _ = try URITemplate(storage: checked).target(values)
        return nil
      } catch let fault as Unsafe {
        let index = Int(fault.variable.dropFirst(name.count)) ?? 0
        let position = written.indices.contains(index) ? written[index].start : first.start
        return Malformed(template: text, position: position, reason: "the value written here \(fault.reason.rawValue)")
      } catch {
        return Malformed(template: text, position: first.start, reason: "a value is not allowed here")
      }
    }

    private func part(_ range: Range<Int>) -> String {
      let bytes = text.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      return String(text[start..<bytes.index(start, offsetBy: range.count)])
    }
  }
}
