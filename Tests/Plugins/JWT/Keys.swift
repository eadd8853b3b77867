#if JWT
  import Crypto
  import CryptoExtras
  import Foundation
  import RefineryAuth
  import RefineryCore
  import RefineryJWT

  /// A key pair for one algorithm. The public key verifies by swift-crypto, not by the library that signs.
  struct KeyPair: Sendable {
    private enum Public: Sendable {
      case rsa(_RSA.Signing.PublicKey)
      case es256(P256.Signing.PublicKey)
      case edDSA(Curve25519.Signing.PublicKey)
    }

    let algorithm: AssertionAlgorithm
    let pem: String
    private let publicKey: Public

    /// An RSA key of 1,024 bits.
    static let short = """
      -----BEGIN RSA PRIVATE KEY-----
      MIICXQIBAAKBgQDBkJ0/dCFjoaAtPZuIQ8uSzoPQcD7/Jcyog8aq8wJG1aUOIX8h
      xq2z43k6wNRAD01G4i9DwJrdGIhVWyjzTPn8Hn/cuNwDSAC2fJfpN8X0twfLMibQ
      +3F5sGUGp3suchHN2XP064nWhrdCZ+20NSLa1q4TNzlFG3FAoDg2BZ6HGQIDAQAB
      AoGAPxBGqy3C0xsNfK/dxH+SC7qM55QqciZ2j1CfoYKa80kYBYqUSQTaAwnRrXq1
      rElP/BAlJgXSbsZXZLfWl640o4XEKY7uDp79NxRor6ZDvdYvjPJzNrU8uPsUx2bt
      pY2xLgZN+0Bg+X403zyzrG3SLGBy6zKCMFQ6MKD2zB6KsAECQQD4IQ7e2R1KWGpb
      vzNQ1xfpixMcxUKByubgMIdsn3yFF92P8zkmLRTYJEi/00wbXSkWZcTI+9CAQY77
      55WvFilBAkEAx7R3Gz0mGSOrKWLH8mb/BYiTOk6NIIDmW8oxNKi1uOi5nwMQlJYX
      iWDXfd18g0vzU4WmIPaKHEJW3hA0p/rP2QJBAK/Jy905eDTZmtBRDyvwlvJQI0Q4
      xDtr4lFmUCs2emNYWxHGwPA49BGE8z1jlwGz6I4Dn3y8WiTjTUdN9I/MZYECQQCV
      tNJo6AEsbVG9V6C+NbnNgyGjXwlqqVaGzt7uM97ue//SlTCTwqRoRuGkKCpUHtaM
      8S6lnUvRfWWzWICwwFOZAkAkV//xOOz8h9EBnuwyrfLhpBe1oCWFCQNmOIr7SwKm
      I3OUXTSWIKQmWt/juubV5St+fP3LQfaii0cHVuxYjaso
      -----END RSA PRIVATE KEY-----
      """

    // Creating an RSA key takes a second.
    private static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    init(_ algorithm: AssertionAlgorithm) throws {
      self.algorithm = algorithm
      switch algorithm {
      case .rs256, .ps256:
        let key = try Self.rsa.get()
        (pem, publicKey) = (key.pemRepresentation, .rsa(key.publicKey))
      case .es256:
        let key = P256.Signing.PrivateKey()
        (pem, publicKey) = (key.pemRepresentation, .es256(key.publicKey))
      case .edDSA:
        let key = Curve25519.Signing.PrivateKey()
        (pem, publicKey) = (key.pemRepresentation, .edDSA(key.publicKey))
      }
    }

    private func isValid(_ signature: Data, of data: Data) -> Bool {
      switch publicKey {
      case .rsa(let key):
        let padding = algorithm == .ps256 ? _RSA.Signing.Padding.PSS : .insecurePKCS1v1_5
        return key.isValidSignature(.init(rawRepresentation: signature), for: SHA256.hash(data: data), padding: padding)
      case .es256(let key):
        return (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: data) }
          ?? false
      case .edDSA(let key): return key.isValidSignature(signature, for: data)
      }
    }

    /// The header and the claims of a token; nil if the signature is not by this key.
    func verified(_ token: String) -> (header: JSONValue, claims: JSONValue)? {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let signature = Self.decoded(parts[2]),
        isValid(signature, of: Data("\(parts[0]).\(parts[1])".utf8)), let first = Self.decoded(parts[0]),
        let second = Self.decoded(parts[1]), let header = try? JSONValue(parsing: first),
        let claims = try? JSONValue(parsing: second)
      else { return nil }
      return (header, claims)
    }

    /// Decodes base64url without padding (RFC 7515 section 2).
    private static func decoded(_ text: String) -> Data? {
      guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
      let standard = text.replacing("-", with: "+").replacing("_", with: "/")
      return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }
  }
#endif
