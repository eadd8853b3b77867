import Foundation
import Testing

/// A line of `Vectors/vectors.txt`.
struct Vector {
  /// `y`, `n` or `i`: what RFC 8259 says.
  let verdict: String
  let isTaken: Bool
  let isTakenByFoundation: Bool
  /// Where no model reads it.
  let isPassedOver: Bool
  let name: String
  let data: Data

  static func all() throws -> [Vector] {
    let file = try #require(Bundle.module.url(forResource: "vectors", withExtension: "txt", subdirectory: "Vectors"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      let flags = Array(try #require(columns.count == 4 ? columns[1] : nil))
      try #require(flags.count == 3 && flags.allSatisfy { $0 == "+" || $0 == "-" })
      return Vector(
        verdict: String(columns[0]), isTaken: flags[0] == "+", isTakenByFoundation: flags[1] == "+",
        isPassedOver: flags[2] == "+", name: String(columns[2]), data: Data(try bytes(of: Array(columns[3].utf8)[...])))
    }
  }

  /// `%XX` is a byte, `%(N:TEXT)` is a text N times.
  private static func bytes(of text: ArraySlice<UInt8>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "(") {
        let colon = try #require(rest.firstIndex(of: UInt8(ascii: ":")))
        let end = try #require(rest.firstIndex(of: UInt8(ascii: ")")))
        let count = try #require(Int(String(decoding: rest[(rest.startIndex + 1)..<colon], as: UTF8.self)))
        let part = try Self.bytes(of: rest[(colon + 1)..<end])
        for _ in 0..<count { bytes += part }
        rest = rest[(end + 1)...]
      } else {
        bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
        rest = rest.dropFirst(2)
      }
    }
    return bytes
  }
}
