import Foundation
public import HTTPTypes

/// One request as a loopback server received it.
public struct LoopbackRequest: Sendable, Equatable {
  /// The number of the request on this server, from 0.
  package internal(set) var number = 0
  /// The number of its connection, from 0.
  package internal(set) var connection = 0
  /// The method.
  public internal(set) var method = ""
  /// The target, as it was sent.
  public internal(set) var target = ""
  /// The header fields in order; repeated ones are separate.
  public internal(set) var fields = HTTPFields()
  /// Whether it is a request of HTTP/1.0.
  package internal(set) var isOld = false
  /// The number of bytes of content that were read; 0 before.
  public internal(set) var bodyLength = 0
  /// ``hash(of:)`` of the content.
  package internal(set) var bodyHash = LoopbackRequest.hash(of: [])
  /// Whether all of the content arrived, according to its framing.
  public internal(set) var isWhole = false
  /// The first KiB of the content.
  public internal(set) var bodyPrefix: [UInt8] = []

  /// The target up to its query.
  public var path: Substring { target.prefix { $0 != "?" } }

  /// Whether the client wants to send another request on the connection (RFC 9112 section 9.3).
  package var keepsConnection: Bool {
    let options = (fields[.connection] ?? "").lowercased().split { ", \t".contains($0) }
    return !options.contains("close") && (!isOld || options.contains("keep-alive"))
  }

  /// The value of a query key, percent-decoded.
  package func query(_ key: String) -> String? {
    URLComponents(string: target)?.queryItems?.first { $0.name == key }?.value
  }

  /// FNV-1a with 64 bits, to compare bodies.
  package static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func takes(_ bytes: ArraySlice<UInt8>, hashing: Bool = true) {
    bodyLength += bytes.count
    if hashing {
      var hash = bodyHash
      // A loop over memory, because debug builds are slow at closures, and bodies are large.
      bytes.withUnsafeBufferPointer { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
      bodyHash = hash
    }
    if bodyPrefix.count < 1024 { bodyPrefix += bytes.prefix(1024 - bodyPrefix.count) }
  }
}
