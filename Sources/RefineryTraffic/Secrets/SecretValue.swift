import RefineryCore

/// What the bytes of a value say about it: whether it is a placeholder, and whether it looks random.
struct SecretValue {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of letters, digits and other bytes, and how often one class follows another.
  private struct Shape {
    var lower = 0
    var upper = 0
    var digits = 0
    var others = 0
  }

  private var shape: Shape {
    var shape = Shape()
    for byte in bytes {
      switch byte {
      case 0x61...0x7A: shape.lower += 1
      case 0x41...0x5A: shape.upper += 1
      case 0x30...0x39: shape.digits += 1
      default: shape.others += 1
      }
    }
    return shape
  }

  /// The Shannon entropy, in bits per byte.
  var entropy: Double {
    guard !bytes.isEmpty else { return 0 }
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let total = Double(bytes.count)
    return counts.reduce(0) { sum, count in
      guard count > 0 else { return sum }
      let share = Double(count) / total
      return sum - share * Logarithm.binary(share)
    }
  }

  /// Whether the letters form words: the share of pairs of neighbouring letters that are common in English text and in names of
  /// code. It is about 0.9 for words, and 0.25 for random letters.
  ///
  /// - Parameters:
  ///   - share: the least share for words.
  ///   - least: the number of pairs below which nothing can be said. For less than ten pairs the share has to be 0.85.
  func hasWords(share: Double = 0.62, least: Int = 5) -> Bool {
    var (pairs, common) = (0, 0)
    for (first, second) in zip(bytes, bytes.dropFirst()) {
      guard Alphabet.letters.contains(first), Alphabet.letters.contains(second) else { continue }
      pairs += 1
      if Self.isCommon(Alphabet.lower(first), Alphabet.lower(second)) { common += 1 }
    }
    return pairs >= least && Double(common) > (pairs < 10 ? max(share, 0.85) : share) * Double(pairs)
  }

  var isHex: Bool { bytes.allSatisfy(Alphabet.hex.contains) }

  /// The form of RFC 9562.
  var isUUID: Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy {
        [8, 13, 18, 23].contains($0.offset) ? $0.element == 0x2D : Alphabet.hex.contains($0.element)
      }
  }

  /// Whether it has letters and digits.
  private var isMixed: Bool {
    let shape = shape
    return shape.digits > 0 && shape.lower + shape.upper > 0
  }

  /// Whether a value with the name of a token can be one: at least twelve characters, with letters and digits, that are not
  /// words.
  var isTokenLike: Bool {
    guard bytes.count >= 12, bytes.count <= 4096, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), isMixed else { return false }
    if isHex { return bytes.count >= 16 && entropy >= 2.8 }
    if isUUID { return entropy >= 2.8 }
    guard !hasWords(), !isNamePath, !bytes.starts(with: "http".utf8) else { return false }
    return entropy >= 3
  }

  /// Whether it can be a password. People choose them, so there is no entropy to ask for.
  ///
  /// - Parameter isData: whether the value is in JSON, a form or markup. Elsewhere, as in prose and code, a word without a
  ///   digit is not taken for a password.
  func isPassword(inData isData: Bool) -> Bool {
    guard (6...256).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    let shape = shape
    let spaces = bytes.count { $0 == 0x20 }
    if spaces > 0 {
      // A sentence, such as a label or a message; a passphrase has no capital at its start and no punctuation.
      return isData && shape.digits > 0 && shape.upper > 0 && spaces <= 2
        && bytes.last.map(Alphabet.alphanumeric.contains) == true
        && !hasWords()
    }
    guard !bytes.contains(where: { $0 >= 0x80 }) else { return isData && shape.digits > 0 }
    if isData {
      return shape.lower + shape.upper + shape.digits > 0 && (shape.digits > 0 || shape.others > 0 || shape.upper == 0)
        && !isNamePath
    }
    return shape.digits > 0 && shape.lower + shape.upper > 0 && !isNamePath
      && !bytes.contains { Alphabet("()[]{}<>\\$").contains($0) }
  }

  /// Whether it is a path of names in code or of a file: `config.database.password2`, `/etc/app/secret.pem`.
  private var isNamePath: Bool {
    let separators = bytes.count { $0 == 0x2E || $0 == 0x2F || $0 == 0x3A || $0 == 0x5F || $0 == 0x2D }
    // A long key in Base64 may begin with a slash, too.
    return separators > 0 && (hasWords(share: 0.55) || bytes.first == 0x2F && bytes.count < 40)
  }

  /// Whether it looks random, without any help by its name: letters of both cases and digits, as many different ones as random
  /// text of the length has, and no words.
  ///
  /// - Parameters:
  ///   - least: the least length.
  ///   - isCookie: whether it may have the signs of a cookie.
  func isRandom(least: Int, isCookie: Bool = false) -> Bool {
    guard bytes.count >= least, bytes.count <= 4096, bytes.first != 0x2D else { return false }
    let shape = shape
    guard shape.lower >= 3, shape.upper >= 3, shape.digits >= 2, shape.others * 8 <= bytes.count else { return false }
    guard
      bytes.allSatisfy(Alphabet.wordAndTilde.contains)
        || bytes.allSatisfy({ (isCookie ? Alphabet.cookie : .credential).contains($0) })
    else {
      return false
    }
    guard !hasWords(share: 0.55) else { return false }
    let needed =
      switch bytes.count {
      case ..<20: 3.2
      case ..<28: 3.6
      case ..<40: 4.0
      case ..<64: 4.3
      default: 4.6
      }
    return entropy >= needed
  }

  /// A random text of hexadecimal digits, as keys and session ids are, and hashes.
  func isRandomHex(least: Int) -> Bool { bytes.count >= least && bytes.count <= 256 && isHex && isMixed && entropy >= 3 }
}

/// Logarithms without the C library's `log2`, which is in a module of its own on every platform.
enum Logarithm {
  /// The binary logarithm of a number greater than 0 and at most 1, exact to about 40 bits.
  static func binary(_ number: Double) -> Double {
    var value = number.significand
    var result = Double(number.exponent)
    var bit = 0.5
    for _ in 0..<24 {
      value *= value
      if value >= 2 {
        value /= 2
        result += bit
      }
      bit /= 2
    }
    return result
  }
}

extension SecretValue {
  /// For each letter, the letters that often follow it.
  private static let followers = [
    "bcdgilmnprstuy", "eloy", "aehklort", "aeios", "acdeflmnpqrstxy", "aiou", "eu", "aeior", "cdefglmnorstv", "s", "e",
    "adefilostu", "abeiop", "acdegiostu", "bcdflmnoprstuw", "aelortu", "u", "adeinorstuy", "cehiopstu", "aehiorstuy",
    "belmnrst", "ae", "ahi", "t", "p", "",
  ].map { Alphabet($0) }

  private static func isCommon(_ first: UInt8, _ second: UInt8) -> Bool {
    guard (0x61...0x7A).contains(first) else { return false }
    return followers[Int(first) - 0x61].contains(second)
  }
}
