import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct ItemReadableTests {
  struct Point: JSONReadable, Equatable {
    var x: Int
    static let jsonKeys: JSONKeys = ["x"]

    init(json: inout JSONReader) throws {
      var x: Int?
      var members = try json.object(Self.jsonKeys)
      while try json.next(in: &members) != nil { x = try json.value() }
      self.x = try json.require(x)
    }

    init(from decoder: any Decoder) throws { throw NotDirect() }
  }

  @Test("JSONReadable items are read by their conformance, several at a time")
  func readable() throws {
    var decoder = JSONItemDecoder<Point>(.lines)
    decoder.push(Data("{\"x\":1}\n{\"x\":2}\n{\"x\"".utf8))
    #expect(try decoder.nextElements()?.map(\.x) == [1, 2])
    #expect(try decoder.nextElements() == nil)
    decoder.push(Data(":3}\n{\"y\":4}\n{\"x\":5}".utf8))
    decoder.finish()
    #expect(try decoder.next()?.x == 3)
    #expect(throws: JSONItemError.self) { try decoder.next() }
    #expect(try decoder.nextElements()?.map(\.x) == [5])
    #expect(try decoder.next() == nil && decoder.nextElements() == nil)
  }

  @Test("The decoder's strategies apply to items")
  func strategies() throws {
    struct Event: Decodable { var startedAt: Date }
    var settings = JSONModelDecoder()
    settings.dateDecodingStrategy = .secondsSince1970
    settings.keyDecodingStrategy = .convertFromSnakeCase
    var decoder = JSONItemDecoder<Event>(decoder: settings)
    decoder.push(Data("[{\"started_at\":5}]".utf8))
    #expect(try decoder.next()?.startedAt == Date(timeIntervalSince1970: 5))
  }

  @Test("Several pieces can be pushed before the first call of next(), and empty pieces have no effect")
  func pushing() throws {
    var decoder = JSONItemDecoder<Int>()
    for piece in ["", "[1", "2", ",", "", "3]"] { decoder.push(Data(piece.utf8)) }
    decoder.finish()
    decoder.push(Data("9".utf8))
    #expect(try [decoder.next(), decoder.next(), decoder.next()] == [12, 3, nil])
  }

  @Test("Items are returned as soon as they are complete")
  func prompt() throws {
    var decoder = JSONItemDecoder<Int>()
    decoder.push(Data("[1,2,".utf8))
    #expect(try [decoder.next(), decoder.next(), decoder.next()] == [1, 2, nil])
    decoder.push(Data("[".utf8))
    #expect(try decoder.next() == nil)
    decoder.push(Data("]".utf8))
    let error = #expect(throws: JSONItemError.self) { try decoder.next() }
    #expect(error?.index == 2 && error?.offset == 5 && error?.isConfined == true)
  }

  @Test("An error that is not confined is thrown again")
  func sticky() {
    var decoder = JSONItemDecoder<Int>()
    decoder.push(Data("[x".utf8))
    for _ in 0..<3 { #expect(throws: JSONItemError.self) { try decoder.next() } }
  }
}
