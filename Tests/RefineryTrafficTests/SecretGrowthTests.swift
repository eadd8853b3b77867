import Foundation
import Testing

@testable import RefineryTraffic

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// That the work grows no faster than the input, whatever it holds.
@Suite(.serialized) struct SecretGrowthTests {
  private static let hostile: [String] = [
    "password=", "\"password\":\"", "\"name\":\"password\",\"value\":", "eyJ.", "eyJhbGciOiJIUzI1NiJ9.eyJ-",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\nAAAA", "http://a:b", "://", "sk-", "gh" + "p_", "hvs.", "xoxb-1-", "xoxb-1-a", "1//0", "1/",
    "ya29.a-",
    "=", ":", "\"", "'", "\\", "\\\\", "\\u0041", "\\\"", "%", "%25", "%22a", "A", "Aa1", "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQg",
    "{", "[", "{\"a\":",
    "--a ", "--token ", " -u a:b", "a.", "<a>", "<password>", "Bearer ", "Basic QQ", "Basic QWxhZGRpbjpvcGVu",
    "authorization: ",
    "a=a&token=", "/", "_", "-", "0", "00000000000000000000000000000000-", "M.", "MTIzNDU2Nzg5MDEyMzQ1Njc4.", "AccountKey=",
    "sig=",
    "\0", "é", "\n", "\"key\":\"a\",\"value\":\"b\",",
  ]

  @Test("S10: the work for four times the text is less than eight times the work", arguments: hostile)
  func growth(part: String) {
    let data = Data(String(repeating: part, count: 16_000 / part.utf8.count).utf8)
    let small = data.prefix(data.count / 4)
    var least = (small: Int.max, large: Int.max)
    for _ in 0..<4 {
      least.small = min(least.small, work(Data(small)))
      least.large = min(least.large, work(data))
      if Double(least.large) < 8 * Double(least.small) { break }
    }
    #expect(Double(least.large) < 8 * Double(least.small), "\(least)")
  }

  @Test("S10: a long run of names costs about as much as names with spaces between them")
  func runs() {
    let parts = ["a=", "a= "].map { Data(String(repeating: String(repeating: $0, count: 2000) + " ", count: 10).utf8) }
    var least = (run: Int.max, spaces: Int.max)
    for _ in 0..<4 {
      least.run = min(least.run, work(parts[0]))
      least.spaces = min(least.spaces, work(parts[1]))
      if least.run < 4 * least.spaces { break }
    }
    #expect(least.run < 4 * least.spaces, "\(least)")
  }

  @Test("S10: what is kept of a text has a bound, whatever its length", arguments: ["a", "\"", "password=", "{\"a\":["])
  func memory(part: String) {
    let chunk = Array(String(repeating: part, count: SecretStream.chunk / part.utf8.count).utf8)
    var stream = SecretStream(file: "f", head: chunk[...])
    for _ in 0..<3 {
      stream.append(chunk, isLast: false)
      #expect(stream.size <= 2 * SecretStream.chunk)
    }
  }

  /// The processor time of this thread, which waits for nothing.
  private func work(_ data: Data) -> Int {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    _ = SecretScanner().findings(in: data, named: "f")
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return (Int(end.tv_sec) - Int(start.tv_sec)) * 1_000_000_000 + Int(end.tv_nsec) - Int(start.tv_nsec)
  }
}
