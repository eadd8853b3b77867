import FoundationEssentials
import RefineryJSON
import Testing

/// Models that keep what they were handed, and use it when the document is long gone.
@Suite struct KeptDecoderTests {
  enum Key: CodingKey { case a, b }

  struct Keeping: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Key.self)
    }
  }

  @Test("A decoder and a container that a model keeps still have the model's value and path")
  func kept() throws {
    let data = Data("[{\"a\":0},{\"a\":1,\"b\":{\"a\":2}},{\"a\":3},{\"a\":4},{\"b\":5}]".utf8)
    let models = try JSONModelDecoder().decode([Keeping].self, from: data)
    for (place, model) in models.enumerated() {
      #expect(model.container.codingPath.map(\.stringValue) == ["Index \(place)"])
      #expect(model.decoder.codingPath.map(\.stringValue) == ["Index \(place)"])
    }
    #expect(try models.prefix(4).map { try $0.container.decode(Int.self, forKey: .a) } == [0, 1, 3, 4])
    #expect(try models[4].decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .b) == 5)
    let inner = try models[1].container.decode(Keeping.self, forKey: .b)
    #expect(try inner.container.decode(Int.self, forKey: .a) == 2)
    #expect(inner.decoder.codingPath.map(\.stringValue) == ["Index 1", "b"])
  }

  @Test("A model can keep only its container while the same decoder reads the next models")
  func keptContainers() throws {
    struct Alone: Decodable {
      let container: KeyedDecodingContainer<Key>
      init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
    }
    let text = "[" + (0..<50).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"
    let models = try JSONModelDecoder().decode([Alone].self, from: Data(text.utf8))
    #expect(try models.map { try $0.container.decode(Int.self, forKey: .a) } == Array(0..<50))
    #expect(models.map { $0.container.codingPath.map(\.stringValue) } == (0..<50).map { ["Index \($0)"] })
  }

  @Test("Nested containers and super decoders have the same position and path as Foundation's")
  func nested() throws {
    struct Parts: Decodable, Equatable {
      var seen: [String] = []
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var list = try container.nestedUnkeyedContainer(forKey: .a)
        seen.append("\(list.count ?? -1) \(try list.decode(Int.self)) \(list.currentIndex)")
        let object = try list.nestedContainer(keyedBy: Key.self)
        seen.append("\(object.codingPath.map(\.stringValue)) \(try object.decode(String.self, forKey: .b))")
        seen.append("\(try list.decodeNil()) \(try list.superDecoder().singleValueContainer().decodeNil()) \(list.isAtEnd)")
        let above = try container.superDecoder()
        seen.append("\(above.codingPath.map(\.stringValue)) \(try above.singleValueContainer().decodeNil())")
        let other = try container.superDecoder(forKey: .b)
        seen.append("\(other.codingPath.map(\.stringValue)) \(try other.singleValueContainer().decode(Bool.self))")
        do {
          _ = try list.decode(Int.self)
        } catch DecodingError.valueNotFound(let type, let context) {
          seen.append("\(type) \(context.codingPath.map(\.stringValue))")
        }
      }
    }
    let (foundation, refinery) = outcomes(Parts.self, #"{"a":[1,{"b":"c"},null,null],"b":true}"#)
    #expect(foundation == refinery)
    guard case .value(let parts) = refinery else {
      Issue.record("\(refinery)")
      return
    }
    #expect(parts.seen.count == 6)
  }

  @Test("A class and its superclass read the same object")
  func inheritance() throws {
    class Above: Decodable { var a = 0 }
    final class Below: Above {
      var b = 0
      required init(from decoder: any Decoder) throws {
        b = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .b)
        try super.init(from: decoder)
      }
    }
    let models = try JSONModelDecoder().decode([Below].self, from: Data("[{\"a\":1,\"b\":2},{\"b\":4,\"a\":3}]".utf8))
    #expect(models.map { [$0.a, $0.b] } == [[1, 2], [3, 4]])
  }
}
