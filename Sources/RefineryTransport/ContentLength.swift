package import HTTPTypes
package import RefineryCore

extension HTTPFields {
  /// The largest number of fields that a response may have. `HTTPFields` ends the process if it gets 65,535.
  package static let mostReceived = 5000

  /// Returns the content length from a response's fields; nil if there is none. Equal values become one field.
  ///
  /// - Throws: `TransportError` of code `malformedResponse` if the values differ or one is not a number, because the end of
  ///   such a response is unknown (RFC 9112 section 6.3).
  package mutating func takeContentLength() throws(TransportError) -> Int? {
    guard self[.contentLength] != nil else { return nil }
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var length: Substring?
    for value in self[values: .contentLength] {
      // The engine may have joined several fields into one list.
      for element in value.split(separator: ",", omittingEmptySubsequences: false) {
        let digits = element.drop(while: isBlank).prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, element[digits.endIndex...].allSatisfy(isBlank) else {
          throw Self.malformed("the Content-Length is not a number")
        }
        let number = digits.drop { $0 == "0" }
        guard length == nil || length == number else { throw Self.malformed("the Content-Length has two values") }
        length = number
      }
    }
    guard let length else { return nil }
    self[.contentLength] = length.isEmpty ? "0" : String(length)
    return length.isEmpty ? 0 : Int(length)
  }

  private static func malformed(_ reason: String) -> TransportError {
    TransportError(.malformedResponse, phase: .receiving, reason: reason)
  }
}
