#if Signing
  public import Crypto
  import FoundationEssentials
  public import RefineryAuth
  import RefineryCore

  extension Sealing {
    /// Encryption with AES-256-GCM, by keys that all instances of an app have.
    ///
    /// ```swift
    /// let sealing = try Sealing.aesGCM(SymmetricKey(data: newKey), accepting: [SymmetricKey(data: oldKey)])
    /// ```
    /// Each entry has its own key, derived by HKDF-SHA256 from `key` and the name of the entry, and a random nonce each time.
    /// An entry that was changed, or belongs to another name, does not open.
    ///
    /// To replace a key, first start all instances with the new key in `accepting`, then with the new key as `key` and the
    /// old one in `accepting`. When all entries have been replaced, remove the old key.
    ///
    /// The names of entries do not depend on `key`, so that they remain the same when it is replaced. Without `names` they
    /// are SHA-256 digests: they cannot be read, but a reader of the engine can check whether a guess, such as the name of a
    /// user, is right. With `names` they are HMAC-SHA256 codes, which do not allow that. This key must never change.
    ///
    /// - Parameters:
    ///   - key: encrypts and decrypts: at least 128 random bits, not a password.
    ///   - old: other keys that decrypt.
    ///   - names: the key of the names of entries. Default: none.
    /// - Throws: ``SigningError/invalidKey(_:)`` if a key has less than 128 bits.
    public static func aesGCM(
      _ key: SymmetricKey, accepting old: [SymmetricKey] = [], names: SymmetricKey? = nil
    ) throws(SigningError) -> Sealing {
      for key in [key] + old + (names.map { [$0] } ?? []) where key.bitCount < 128 {
        throw .invalidKey("a key that encrypts, or makes names, needs at least 128 random bits")
      }
      let keys = [key] + old
      return Sealing { data, name in
        let box = try AES.GCM.seal(data, using: subkey(of: key, for: name), authenticating: header(of: name))
        // Only a nonce of another length has no combined form.
        guard let combined = box.combined else { throw SigningError.invalidKey("the key cannot encrypt") }
        return [Self.format] + combined
      } open: { sealed, name in
        guard sealed.first == Self.format, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()) else {
          throw SigningError.malformedField("the data was not encrypted by this version of the app")
        }
        for key in keys {
          let data = try? AES.GCM.open(box, using: subkey(of: key, for: name), authenticating: header(of: name))
          if let data { return data }
        }
        throw SigningError.wrongSignature
      } name: { text in
        let bytes = Data("refinery name\n\(text)".utf8)
        return names.map { Data(HMAC<SHA256>.authenticationCode(for: bytes, using: $0)).hex }
          ?? Data(SHA256.hash(data: bytes)).hex
      }
    }

    /// The first byte of encrypted data. It changes with each other form of it.
    private static var format: UInt8 { 1 }

    /// The data that is authenticated but not encrypted: the form and the name.
    private static func header(of name: String) -> Data { [format] + Data(name.utf8) }

    /// A key that encrypts only the entry with this name. So the limit of random nonces, 2^32 for a key, is that of one
    /// entry.
    private static func subkey(of key: SymmetricKey, for name: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("refinery sealing\n\(name)".utf8), outputByteCount: 32)
    }
  }
#endif
