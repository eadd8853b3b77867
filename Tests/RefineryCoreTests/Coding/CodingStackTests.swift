import FoundationEssentials
import RefineryCore
import Testing

#if canImport(Glibc)
  import Glibc

  /// Runs work on a thread of 512 KiB, as small as those of Dispatch on Darwin.
  private func onSmallStack(_ work: @escaping @Sendable () throws -> Void) throws {
    final class Box {
      let work: () throws -> Void
      var result: Result<Void, any Error> = .success(())
      init(_ work: @escaping () throws -> Void) { self.work = work }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    try #require(pthread_attr_setstacksize(&attributes, 512 * 1024) == 0)
    let box = Box(work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let box = Unmanaged<Box>.fromOpaque(argument).takeUnretainedValue()
        box.result = Result { try box.work() }
        return nil
      }, Unmanaged.passUnretained(box).toOpaque())
    try #require(status == 0)
    pthread_join(thread, nil)
    try withExtendedLifetime(box) { try box.result.get() }
  }

  private struct Tree: Codable, Equatable {
    var children: [Tree]
  }

  @Suite struct CodingStackTests {
    @Test("I13: 512 nested values are read, compared, printed and freed on a stack of 512 KiB")
    func values() throws {
      try onSmallStack {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
          let text = String(repeating: open, count: 511) + "[]" + String(repeating: close, count: 511)
          let one = try JSONValue(parsing: text)
          let other = try JSONValue(parsing: text)
          #expect(one == other)
          #expect(one.hashValue == other.hashValue)
          #expect(one.text() == text)
          #expect(one.text(pretty: true).count > text.count)
          #expect(try JSONCoder().decode(JSONValue.self, from: Data(text.utf8)) == one)
          #expect(try JSONCoder().encode(one).count == text.utf8.count)
        }
      }
    }

    @Test("I13: models nested 64 deep are written and read by Refinery's coders on a stack of 512 KiB")
    func models() throws {
      try onSmallStack {
        let levels = 32
        let text = String(repeating: #"{"children":["#, count: levels) + String(repeating: "]}", count: levels)
        let tree = try JSONValueDecoder().decode(Tree.self, from: try JSONValue(parsing: text))
        #expect(try JSONValueEncoder().encode(tree).text() == text)
      }
    }
  }
#endif
