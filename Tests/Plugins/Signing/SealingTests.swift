#if Signing
  import Crypto
  import Foundation
  import RefineryAuth
  import RefineryCore
  import RefinerySigning
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(2))) struct SealingTests {
    private let key = SymmetricKey(size: .bits256)
    private let data = Data("a secret".utf8)

    /// A provider that gives `token1`, `token2` and so on, and has the name of a user as identity.
    private final class Tokens: CredentialProvider {
      private let issued: Counter

      init(_ issued: Counter) { self.issued = issued }

      func credential(for context: CredentialContext) async throws -> Credential {
        issued.add()
        return .bearer("token\(issued.count)").lasting(.seconds(3_600))
      }
      func identity(for key: String) -> String { "ada@example.com" }
    }

    private func contains(_ text: String, _ vault: MemoryCredentialVault) -> Bool {
      vault.contents.contains { $0.range(of: Data(text.utf8)) != nil }
    }

    @Test("T01: sealed data opens only with its key and its name, and each time it is another one")
    func sealed() throws {
      let sealing = try Sealing.aesGCM(key)
      let first = try sealing.seal(data, for: "a")
      #expect(try sealing.open(first, for: "a") == data)
      #expect(try first != sealing.seal(data, for: "a") && first.range(of: data) == nil)
      #expect(throws: SigningError.wrongSignature) { try sealing.open(first, for: "b") }
      #expect(throws: SigningError.wrongSignature) { try Sealing.aesGCM(SymmetricKey(size: .bits256)).open(first, for: "a") }
      let empty = try sealing.seal(Data(), for: "")
      #expect(try sealing.open(empty, for: "").isEmpty)
    }

    @Test("T01: sealed data does not open if any bit of it is another one, or a part is missing")
    func damaged() throws {
      let sealing = try Sealing.aesGCM(key)
      let sealed = try sealing.seal(data, for: "a")
      for index in sealed.indices {
        for bit in 0..<8 {
          var changed = sealed
          changed[index] ^= 1 << UInt8(bit)
          #expect(throws: SigningError.self) { try sealing.open(changed, for: "a") }
        }
        #expect(throws: SigningError.self) { try sealing.open(sealed.prefix(index), for: "a") }
        // A slice does not begin at zero.
        if index > 0 { #expect(throws: SigningError.self) { try sealing.open(sealed.dropFirst(index), for: "a") } }
      }
      #expect(try sealing.open((Data([7]) + sealed).dropFirst(), for: "a") == data)
    }

    @Test("T01: a key is replaced while instances with the old and the new one run")
    func rotation() throws {
      let new = SymmetricKey(size: .bits256)
      let (before, between) = (try Sealing.aesGCM(key), try Sealing.aesGCM(key, accepting: [new]))
      let (during, after) = (try Sealing.aesGCM(new, accepting: [key]), try Sealing.aesGCM(new))
      #expect(try during.open(before.seal(data, for: "a"), for: "a") == data)
      #expect(try between.open(during.seal(data, for: "a"), for: "a") == data)
      #expect(try after.open(during.seal(data, for: "a"), for: "a") == data)
      #expect(throws: SigningError.wrongSignature) { try after.open(before.seal(data, for: "a"), for: "a") }
      let names = [before, between, during, after].map { $0.name(of: "ada") }
      #expect(Set(names).count == 1)
    }

    @Test("T01: names cannot be read, do not depend on the key, and are compared by bytes")
    func names() throws {
      let (sealing, other) = (try Sealing.aesGCM(key), try Sealing.aesGCM(SymmetricKey(size: .bits128)))
      // As `printf 'refinery name\nada@example.com' | sha256sum` prints it.
      let digest = "02cf70f80e0d95df5df2191a7c3b758e41fc6c5b518ae9264e76075736122e9f"
      #expect(sealing.name(of: "ada@example.com") == digest && other.name(of: "ada@example.com") == digest)
      #expect(sealing.name(of: "é") != sealing.name(of: "e\u{301}"))
      let keyed = try Sealing.aesGCM(key, names: SymmetricKey(size: .bits256))
      #expect(keyed.name(of: "ada@example.com") != digest && keyed.name(of: "ada@example.com").utf8.count == 64)
      #expect(keyed.name(of: "a") == keyed.name(of: "a") && keyed.name(of: "a") != keyed.name(of: "b"))
    }

    @Test("T01: a key that is too short is refused")
    func shortKey() {
      let short = SymmetricKey(data: Data("password".utf8))
      #expect(throws: SigningError.self) { try Sealing.aesGCM(short) }
      #expect(throws: SigningError.self) { try Sealing.aesGCM(key, accepting: [short]) }
      #expect(throws: SigningError.self) { try Sealing.aesGCM(key, names: short) }
    }

    @Test("T01: a vault has no part of a token, and not the identity; plain text has both")
    func vault() async throws {
      for (sealing, isPlain) in [(try Sealing.aesGCM(key), false), (.plainText, true)] {
        let vault = MemoryCredentialVault()
        let issued = Counter()
        for _ in 0..<2 {
          let shared = SharedCredentials(Tokens(issued), named: "app", in: vault, sealing: sealing)
          let credential = try await shared.credential(for: CredentialContext(clock: CallClock(ManualClock())))
          #expect(credential.lasting(nil) == .bearer("token1"))
        }
        for text in ["token1", "oken", "Bearer", "Authorization", "ada@example.com"] {
          #expect(contains(text, vault) == isPlain)
        }
      }
    }

    @Test("T01: an entry that was sealed with another key is not used but replaced, and reported without its content")
    func otherKey() async throws {
      let (vault, issued, problems) = (MemoryCredentialVault(), Counter(), Gathered<String?>())
      for (index, sealing) in [try Sealing.aesGCM(SymmetricKey(size: .bits256)), try .aesGCM(key), try .aesGCM(key)]
        .enumerated()
      {
        let shared = SharedCredentials(Tokens(issued), named: "app", in: vault, sealing: sealing) { problems.add($0) }
        let credential = try await shared.credential(for: CredentialContext(clock: CallClock(ManualClock())))
        #expect(credential.lasting(nil) == .bearer("token\(min(index, 1) + 1)"))
      }
      #expect(issued.count == 2 && problems.all.count == 1)
      #expect(problems.all.first??.hasSuffix("it was encrypted with another key, or is damaged") == true)
    }
  }
#endif
