import FoundationEssentials
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryGzip

@Suite(.timeLimit(.minutes(5))) struct GzipFormatTests {
  @Test("L06: what gzip, zlib and other programs wrote is read, with every header field")
  func readsOthers() throws {
    for data in [Fixture.named, Fixture.everyField, Fixture.zlib] {
      #expect(try Gzip.decompress(data) == Data(Fixture.text.utf8))
    }
    #expect(try Gzip.decompress(Fixture.empty).isEmpty)
  }

  @Test("L06: data comes back as it was, at every level and size")
  func roundTrip() throws {
    var numbers = SeededRandom(seed: 1)
    for size in [0, 1, 2, 17, 1000, 65_535, 65_536, 65_537, 300_000] {
      for data in [numbers.bytes(size), json(size), Data(count: size)] {
        for level in [1, 6, 9, -1, 100] {
          #expect(try Gzip.decompress(Gzip.compress(data, level: level)) == data)
        }
      }
    }
  }

  @Test("L06: the header has no time, no name and no extra field, so equal data gives equal bytes")
  func header() throws {
    let data = try Gzip.compress(json(1000))
    #expect(data.prefix(8) == Data(hex: "1f8b080000000000"))
    #expect(try data == Gzip.compress(json(1000)))
  }

  @Test("L06: several members read as one, an empty one among them")
  func members() throws {
    let data = Fixture.named + Fixture.empty + Fixture.everyField
    #expect(try Gzip.decompress(data) == Data((Fixture.text + Fixture.text).utf8))
  }

  @Test("L06: data cut anywhere is truncated, not shorter content")
  func truncated() throws {
    for whole in [Fixture.named, Fixture.everyField, Fixture.zlib, Fixture.empty, try Gzip.compress(json(5000))] {
      for length in 0..<whole.count {
        #expect(throws: GzipError.truncated) { try Gzip.decompress(whole.prefix(length)) }
      }
    }
    for length in 1..<Fixture.named.count {
      #expect(throws: GzipError.truncated) { try Gzip.decompress(Fixture.everyField + Fixture.named.prefix(length)) }
    }
  }

  @Test("L06: a flipped bit is an error or harmless, never other content")
  func corrupted() throws {
    var failures = 0
    for whole in [Fixture.named, Fixture.everyField, Fixture.zlib] {
      for position in whole.indices {
        for bit in 0..<8 {
          var data = whole
          data[position] ^= 1 << bit
          do {
            #expect(try Gzip.decompress(data) == Data(Fixture.text.utf8))
          } catch {
            #expect(error is GzipError)
            failures += 1
          }
        }
      }
    }
    #expect(failures > 700)
  }

  @Test("L06: a wrong check sum and a wrong length are told")
  func trailer() {
    for fromEnd in [8, 1] {
      var data = Fixture.named
      data[data.count - fromEnd] ^= 1
      let reason = fromEnd == 8 ? "incorrect data check" : "incorrect length check"
      #expect(throws: GzipError.corrupt(reason: reason)) { try Gzip.decompress(data) }
    }
    #expect(throws: GzipError.corrupt(reason: "needs a preset dictionary")) { try Gzip.decompress(Fixture.dictionary) }
  }

  @Test("L06: bytes after the end that are no further member are an error")
  func trailingGarbage() {
    for garbage in [Data([1]), Data("garbage".utf8), Fixture.zlib, Data([0, 0, 0, 1])] {
      #expect(throws: GzipError.trailingGarbage) { try Gzip.decompress(Fixture.named + garbage) }
    }
    for more in [Fixture.zlib, Fixture.named, Data([0])] {
      #expect(throws: GzipError.trailingGarbage) { try Gzip.decompress(Fixture.zlib + more) }
    }
    #expect(throws: GzipError.corrupt(reason: "incorrect header check")) {
      try Gzip.decompress(Fixture.named + Data([0x1F, 0]))
    }
  }

  @Test("L06: zero bytes after a member are ignored, and another member may follow them")
  func padding() throws {
    for count in [1, 2, 511, 200_000] {
      let zeros = Data(count: count)
      #expect(try Gzip.decompress(Fixture.named + zeros) == Data(Fixture.text.utf8))
      #expect(try Gzip.decompress(Fixture.named + zeros + Fixture.named) == Data((Fixture.text + Fixture.text).utf8))
    }
  }

  @Test("L06: raw deflate is no gzip, plain text neither")
  func refused() {
    for data in [Fixture.raw, Data("{}".utf8), Data("<!doctype html>".utf8)] {
      #expect(throws: GzipError.corrupt(reason: "neither gzip nor zlib")) { try Gzip.decompress(data) }
    }
  }

  @Test("L06: raw deflate may begin like zlib; what tells them apart is zlib's check of its first two bytes")
  func rawThatBeginsLikeZlib() throws {
    // A stored block whose padding is not zero, and an empty last one.
    let raw = Data([0x08, 2, 0, 0xFD, 0xFF]) + Data("hi".utf8) + Data([0x01, 0, 0, 0xFF, 0xFF])
    let inflater = Inflater(allowsRaw: true)
    inflater.feed(raw)
    inflater.finish()
    #expect(try inflater.next() == Data("hi".utf8))
    #expect(try inflater.next() == nil)
  }

  @Test("L06: the limit is inclusive and the error names it")
  func limit() throws {
    let data = try Gzip.compress(json(100_000))
    #expect(try Gzip.decompress(data, upTo: 100_000).count == 100_000)
    #expect(throws: BodyError.tooLarge(limit: 99_999, observed: 100_000)) { try Gzip.decompress(data, upTo: 99_999) }
    #expect(throws: BodyError.self) { try Gzip.decompress(data, upTo: -1) }
  }

  @Test("L06: nothing that can be fed to the decoder ends in a trap")
  func fuzz() throws {
    var numbers = SeededRandom(seed: 42)
    let seeds = [
      Fixture.named, Fixture.everyField, Fixture.zlib, Fixture.raw, try Gzip.compress(json(3000)), Fixture.dictionary,
    ]
    for _ in 0..<5000 {
      var data = seeds.randomElement(using: &numbers)!
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let position = data.startIndex + Int.random(in: 0..<data.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: data[position] = UInt8.random(in: 0...255, using: &numbers)
        case 1: data.insert(contentsOf: numbers.bytes(Int.random(in: 1...20, using: &numbers)), at: position)
        case 2: data = Data(data.prefix(Swift.max(1, position)))
        default: data.append(seeds.randomElement(using: &numbers)!)
        }
      }
      let inflater = Inflater(allowsRaw: Bool.random(using: &numbers), sliceSize: Int.random(in: 1...100, using: &numbers))
      var total = 0
      do {
        for piece in data.pieces(of: Int.random(in: 1...50, using: &numbers)) {
          inflater.feed(piece)
          while total < 1_000_000, let chunk = try inflater.next() { total += chunk.count }
        }
        inflater.finish()
        while total < 1_000_000, let chunk = try inflater.next() { total += chunk.count }
      } catch {
        #expect(error is GzipError)
      }
    }
  }

  @Test("L06: errors are one line, name the remedy, and let nothing from the server break that line")
  func descriptions() {
    let hostile = GzipError.unknownCoding(name: "br\r\nX: 1" + String(repeating: "x", count: 500))
    #expect(hostile.description == #"the content coding 'br\r\nX: 1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' is not known"#)
    #expect(
      GzipError.ratioExceeded(limit: 25, observed: 900).description.contains(
        "raise decompressionRatioLimit for this row or call"))
    #expect(ErrorSummary.text(of: GzipError.truncated) == "the compressed content ends too early")
  }
}
