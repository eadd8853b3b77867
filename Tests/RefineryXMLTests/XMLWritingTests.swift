#if XML
  import FoundationEssentials
  import RefineryCore
  import RefineryXML
  import Testing
  import XMLCoder

  @Suite struct XMLWritingTests {
    private let prolog = #"<?xml version="1.0" encoding="UTF-8"?>"#

    private func write<Value: Encodable>(_ value: Value, _ coder: XMLBodyCoder = XMLBodyCoder()) throws -> String {
      String(decoding: try coder.encode(value), as: UTF8.self)
    }

    private func fault<Value: Encodable>(_ value: Value, _ coder: XMLBodyCoder = XMLBodyCoder())
      -> String?
    {
      #expect(throws: MappingError.self) { try coder.encode(value) }?.description
    }

    struct Rule: Codable, Equatable {
      @Attribute var status: String
      @Attribute var note: String?
      var id: String
      var tags: [String]
      var days: Int?
    }

    @Test("a model is written in the order of its properties, with attributes of XMLCoder, and read back") func roundTrip()
      throws
    {
      let rule = Rule(
        status: "On & \"off\"\n", note: nil, id: " <a>\r\n]]>é🐟 ", tags: ["x", "", "y"], days: nil)
      let coder = XMLBodyCoder(root: "LifecycleRule", namespace: "http://h/?a&b")
      let text = try write(rule, coder)
      #expect(
        text == prolog + #"<LifecycleRule xmlns="http://h/?a&amp;b" status="On &amp; &quot;off&quot;&#10;">"#
          + "<id> &lt;a&gt;&#13;\n]]&gt;é🐟 </id><tags>x</tags><tags></tags><tags>y</tags></LifecycleRule>")
      #expect(try coder.decode(Rule.self, from: Data(text.utf8)) == rule)
    }

    @Test("an attribute is read as one if an element has the same name; a type may say it without property wrappers")
    func places() throws {
      #expect(
        try XMLBodyCoder().decode(
          Rule.self, from: Data("<r status='a'><status>b</status><note>n</note><id>1</id></r>".utf8)
        ).status == "a")
      struct Link: Codable, Equatable, DynamicNodeEncoding, DynamicNodeDecoding {
        var href: String, title: String?
        static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
          key.stringValue == "href" ? .attribute : .element
        }
        static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding {
          key.stringValue == "href" ? .attribute : .element
        }
      }
      let link = Link(href: "/a", title: nil)
      #expect(try write(link) == prolog + #"<Link href="/a" />"#)
      #expect(try XMLBodyCoder().decode(Link.self, from: Data("<l href='/a' title='x'><href>/b</href></l>".utf8)) == link)
    }

    @Test("the root has the name of the type; a text, a number and a dictionary are documents, too") func roots() throws {
      struct Empty: Encodable {}
      #expect(try write(Empty()) == prolog + "<Empty />")
      #expect(try write("a&b", XMLBodyCoder(root: "t")) == prolog + "<t>a&amp;b</t>")
      #expect(try write(7) == prolog + "<Int>7</Int>")
      #expect(try write(Date(timeIntervalSince1970: 0)) == prolog + "<Date>1970-01-01T00:00:00Z</Date>")
      #expect(try write(["a": 1], XMLBodyCoder(root: "s:m", keys: capitalized)) == prolog + "<s:m><a>1</a></s:m>")
      #expect(try write(Int?.none, XMLBodyCoder(root: "t")) == prolog + "<t />")
    }

    @Test("what XML cannot say is an error: a list as the root, names, characters, NaN") func refused() throws {
      struct Bad: Encodable { var child = ["a b": 1] }
      struct Keyed: Encodable { var child = ["a/><b": ""] }
      struct Limit: Encodable { var value = Double.nan }
      #expect(fault([1]) == "unencodable, expected one root element, so a model that has the list as a property")
      #expect(fault([Int]()) == fault([1]))
      #expect(fault(Bad()) == "unencodable at Bad.child.a b")
      #expect(fault(Keyed()) == "unencodable at Keyed.child.a/><b")
      #expect(fault(Bad(), XMLBodyCoder(root: "<a>")) == "unencodable at <a>")
      #expect(fault("a\u{1}")?.hasPrefix("unencodable: line 1, column") == true)
      #expect(fault(Limit()) == "unencodable at Limit.value")
      #expect(fault(Date(timeIntervalSince1970: .infinity)) == "unencodable at Date")
    }

    @Test("a nil property is left out under both policies; the null of a field is an empty element") func nulls() throws {
      struct Changes: Encodable { var a: Int?, b: Field<Int>, c: Field<Int>, d: Field<Int> }
      let changes = Changes(a: nil, b: .absent, c: .null, d: .value(1))
      for nulls in [nil, .omit, .null] as [NullPolicy?] {
        let text = String(decoding: try XMLBodyCoder().encode(changes, nulls: nulls), as: UTF8.self)
        #expect(text == prolog + "<Changes><c /><d>1</d></Changes>")
      }
    }

    @Test("the media types are those of XML") func mediaTypes() {
      #expect(XMLBodyCoder().contentType == "application/xml" && XMLBodyCoder().accept == "application/xml, text/xml")
    }
  }
#endif
