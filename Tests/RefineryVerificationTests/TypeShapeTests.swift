#if Import
  import Foundation
  import RefineryCore
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @testable import RefineryVerification

  @Suite("S06: the shapes of Swift types")
  struct TypeShapeTests {
    /// The shape as short text: `{id: integer!, tag: string?, parent: Node?}`.
    private func shape(of type: any Any.Type, _ coder: (any Coder)? = nil) -> String {
      var shapes = TypeShapes(coder, file: "test")
      let schema = shapes.schema(of: type, at: "test")
      guard case .reference(let key) = schema.kind, let named = shapes.schemas.first(where: { $0.key == key }) else {
        return schema.shortText
      }
      let isPartial = shapes.knowledge.partial.contains(named.schema.pointer)
      return named.schema.shortText + (isPartial ? " in part" : "")
    }

    @Test("members are required, optional or nullable, as the type reads them")
    func members() {
      struct Person: Decodable {
        let id: Int
        let name: String
        let tag: String?
        let born: Date
        let home: URL
        let key: UUID
        let photo: Data
        let price: Decimal
        let nickname: Field<String>
        let friends: [String: [Int32]]
        let extra: JSONValue
      }

      #expect(
        shape(of: Person.self)
          == "{id: integer!, name: string!, tag: string??, born: string date-time!, home: string!, key: string uuid!, "
          + "photo: string byte!, price: number!, nickname: string??, friends: map of [integer int32]!, extra: any!}")
    }

    @Test("names and dates are those of the coder")
    func strategies() {
      struct Person: Decodable {
        let homeTown: String
        let bornAt: Date
      }

      let coder = JSONCoder(dates: .secondsSince1970, keys: .snakeCase)
      #expect(shape(of: Person.self, coder) == "{home_town: string!, born_at: number!}")
    }

    @Test("types that contain themselves end")
    func recursive() {
      final class Node: Decodable {
        let name: String
        let parent: Node?
        let children: [Node]
      }
      struct Left: Decodable {
        let right: Right
        let name: String
      }
      struct Right: Decodable {
        let lefts: [Left]
        let count: Int
      }

      #expect(shape(of: Node.self) == "{name: string!, parent: Node??, children: [Node]!}")
      #expect(shape(of: Left.self) == "{right: Right!, name: string!}")
      #expect(shape(of: Right.self) == "{lefts: [Left]!, count: integer!}")
    }

    @Test("enumerations give their values if they list them")
    func enumerations() {
      enum Colour: String, Decodable, CaseIterable { case red, green }
      enum Size: Int, Decodable, CaseIterable { case small = 1, large = 2 }
      enum Plain: String, Decodable { case one, two }
      enum Tolerant: String, Decodable, CaseIterable {
        case one, unknown
        init(from decoder: any Decoder) throws {
          self = Tolerant(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
      }
      struct Paint: Decodable {
        let colour: Colour
        let size: Size
        let plain: Plain
        let after: String
      }

      #expect(shape(of: Colour.self) == "string of red, green")
      #expect(shape(of: Size.self) == "integer of 1, 2")
      #expect(shape(of: Plain.self) == "string")
      // A member without a value that can be made up ends what is known.
      #expect(shape(of: Paint.self) == "{colour: string of red, green!, size: integer of 1, 2!, plain: string!} in part")
      var shapes = TypeShapes(nil, file: "test")
      _ = shapes.schema(of: Colour.self, at: "colour")
      _ = shapes.schema(of: Tolerant.self, at: "tolerant")
      #expect(shapes.knowledge.frozen == ["colour"])
    }

    @Test("a type is what it accepts, not how it asks")
    func custom() {
      struct Tolerant: Decodable {
        let id: String
        let count: Int
        init(from decoder: any Decoder) throws {
          let members = try decoder.container(keyedBy: MemberKey.self)
          if let number = try? members.decode(Int.self, forKey: "id") {
            id = "\(number)"
          } else {
            id = try members.decode(String.self, forKey: "id")
          }
          count = (try? members.decode(Int.self, forKey: "count")) ?? 0
        }
      }
      struct Wrapper: Decodable {
        let value: Int
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
      }
      struct TextOrNumber: Decodable {
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if (try? container.decode(String.self)) != nil { return }
          _ = try container.decode(Int.self)
        }
      }

      #expect(shape(of: Tolerant.self) == "{id: any!, count: any??}")
      #expect(shape(of: Wrapper.self) == "integer")
      #expect(shape(of: TextOrNumber.self) == "any")
    }

    @Test("a type that refuses made-up values is known as far as it came")
    func throwing() {
      struct Version: Decodable {
        let major: Int
        let rest: String
        init(from decoder: any Decoder) throws {
          let members = try decoder.container(keyedBy: MemberKey.self)
          major = try members.decode(Int.self, forKey: "major")
          guard major > 100 else { throw CocoaError(.coderReadCorrupt) }
          rest = try members.decode(String.self, forKey: "rest")
        }
      }
      struct Silent: Decodable {
        init(from decoder: any Decoder) throws { throw CocoaError(.coderReadCorrupt) }
      }
      struct Listed: Decodable {
        init(from decoder: any Decoder) throws {
          var list = try decoder.unkeyedContainer()
          while !list.isAtEnd { _ = try list.decode(Int.self) }
        }
      }

      #expect(shape(of: Version.self) == "{major: integer!} in part")
      #expect(shape(of: Silent.self) == "any")
      #expect(shape(of: Listed.self) == "any")
      #expect(shape(of: Result<Int, CocoaError>.self) == "any")
    }

    @Test("generic types, inheritance and nested containers")
    func generic() {
      struct Page<Item: Decodable>: Decodable {
        let items: [Item]
        let next: String?
      }
      class Base: Decodable { var id: Int = 0 }
      struct Flat: Decodable {
        let city: String
        init(from decoder: any Decoder) throws {
          let members = try decoder.container(keyedBy: MemberKey.self)
          let address = try members.nestedContainer(keyedBy: MemberKey.self, forKey: "address")
          city = try address.decode(String.self, forKey: "city")
        }
      }

      #expect(shape(of: Page<Base>.self) == "{items: [Base]!, next: string??}")
      #expect(shape(of: Page<Int>.self) == "{items: [integer]!, next: string??}")
      #expect(shape(of: Flat.self) == "{address: {city: string!}!}")
    }

    @Test("types with many members of types with many members cost linear work")
    func growth() {
      struct A: Decodable { let first: Int, second: Int }
      struct B: Decodable { let first: A, second: A, third: A, fourth: A }
      struct C: Decodable { let first: B, second: B, third: B, fourth: B }
      struct D: Decodable { let first: C, second: C, third: C, fourth: C }
      struct E: Decodable { let first: D, second: D, third: D, fourth: D }
      struct F: Decodable { let first: E, second: E, third: E, fourth: E }

      #expect(shape(of: F.self) == "{first: E!, second: E!, third: E!, fourth: E!}")
    }
  }

  private struct MemberKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  extension Schema {
    fileprivate var shortText: String {
      let text =
        switch kind {
        case .any, .all, .union, .never, .null: "any"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array(let items): "[\(items.shortText)]"
        case .reference(let key): String(key.pointer.split(separator: ".").last?.drop { $0 == " " } ?? "")
        case .object(let object): object.shortText
        }
      let list = values.map { " of " + $0.map { $0.string ?? $0.text() }.joined(separator: ", ") } ?? ""
      return text + (format.map { " \($0)" } ?? "") + list
    }
  }

  extension Schema.Object {
    fileprivate var shortText: String {
      if case .typed(let values) = additional { return "map of \(values.shortText)" }
      let members = properties.map { property in
        "\(property.name): \(property.schema.shortText)\(property.isRequired ? "!" : "?")\(property.schema.isNullable ? "?" : "")"
      }
      return "{\(members.joined(separator: ", "))}"
    }
  }
#endif
