#if XML
  import FoundationEssentials
  import RefineryCore
  import RefineryXML
  import Testing
  import XMLCoder

  /// The names of services like S3: `lastModified` is `LastModified`.
  let capitalized = KeyStrategy.custom { $0.prefix(1).uppercased() + $0.dropFirst() }

  func read<Value: Decodable>(
    _ type: Value.Type, _ text: String, at path: [String] = [], by coder: XMLBodyCoder = XMLBodyCoder()
  ) throws -> Value {
    try coder.decode(type, from: Data(text.utf8), at: path)
  }

  /// The description of the error that reading this throws.
  func fault<Value: Decodable>(
    _ type: Value.Type, _ text: String, at path: [String] = [], by coder: XMLBodyCoder = XMLBodyCoder()
  ) -> String? {
    #expect(throws: MappingError.self) { try read(type, text, at: path, by: coder) }?.description
  }

  @Suite struct XMLReadingTests {
    struct Listing: Decodable, Equatable {
      struct Entry: Decodable, Equatable {
        struct Owner: Decodable, Equatable { let ID: String, displayName: String? }
        let key: String, lastModified: Date, ETag: String, size: Int, owner: Owner?
      }
      struct Prefix: Decodable, Equatable { let prefix: String }
      let name: String, prefix: String, maxKeys: Int, isTruncated: Bool, nextContinuationToken: String?
      let contents: [Entry], commonPrefixes: [Prefix]
    }

    static let listing = """
      <?xml version="1.0" encoding="UTF-8"?>
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Name>bucket</Name>
        <Prefix/>
        <NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J=</NextContinuationToken>
        <MaxKeys>1000</MaxKeys>
        <IsTruncated>true</IsTruncated>
        <Contents>
          <Key> a &amp; b.txt</Key>
          <LastModified>2009-10-12T17:50:30.000Z</LastModified>
          <ETag>&quot;fba9dede5f27731c9771645a39863328&quot;</ETag>
          <Size>434234</Size>
          <Owner><ID>75aa57f0</ID></Owner>
        </Contents>
        <Contents>
          <Key>b&lt; &gt;c</Key>
          <LastModified>2009-10-12T17:50:31Z</LastModified>
          <ETag>"7"</ETag>
          <Size>
            0
          </Size>
        </Contents>
      </ListBucketResult>
      """

    @Test("a list of S3 is read: elements by name, repeated ones as a list, dates, flags, and the text of keys unchanged")
    func listBucket() throws {
      let coder = XMLBodyCoder(keys: capitalized)
      let listing = try read(Listing.self, Self.listing, by: coder)
      #expect(listing.contents.map(\.key) == [" a & b.txt", "b< >c"])
      #expect(listing.contents.map(\.size) == [434_234, 0])
      #expect(listing.contents[0].lastModified == Date(timeIntervalSince1970: 1_255_369_830))
      #expect(listing.contents[0].owner == Listing.Entry.Owner(ID: "75aa57f0", displayName: nil))
      #expect(listing.contents[1].ETag == #""7""# && listing.contents[1].owner == nil)
      #expect(listing.prefix == "" && listing.isTruncated && listing.commonPrefixes == [])
      #expect(listing.nextContinuationToken == "1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J=")

      let entries = try read([Listing.Entry].self, Self.listing, at: ["ListBucketResult", "Contents"], by: coder)
      #expect(entries == listing.contents)
      #expect(try read(Bool.self, Self.listing, at: ["ListBucketResult", "IsTruncated"]))
    }

    @Test("an Atom feed is read: attributes without further words, text beside attributes, prefixes, CDATA") func atom() throws
    {
      struct Feed: Decodable {
        struct Link: Decodable { let rel: String?, href: String }
        struct Content: Decodable {
          let type: String, lang: String?, text: String
          enum CodingKeys: String, CodingKey { case type, lang, text = "" }
        }
        struct Entry: Decodable { let title: String, link: [Link], content: Content, updated: Date, total: Int? }
        let title: String, link: [Link], entry: [Entry]
      }
      let feed = try read(
        Feed.self,
        """
        <?xml-stylesheet href="a.css"?><!-- <feed> -->
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0">
          <title>Ex&#228;mple &#x1F41F;</title>
          <link rel="self" href='/feed?a=1&amp;b="2"'/>
          <link href="/"/>
          <entry>
            <title><![CDATA[<b>]]> and <!-- no --><![CDATA[</b>]]&gt;]]></title>
            <link rel = "alternate" href="/1" />
            <updated>2026-01-02T04:04:05+01:00</updated>
            <content type="html" xml:lang="en">&lt;p&gt; &lt;/p&gt;</content>
            <thr:total>3</thr:total>
          </entry>
        </feed>
        """)
      #expect(feed.title == "Exämple 🐟")
      #expect(feed.link.map(\.href) == [#"/feed?a=1&b="2""#, "/"] && feed.link.map(\.rel) == ["self", nil])
      let entry = try #require(feed.entry.first)
      #expect(entry.title == "<b> and </b>]]&gt;")
      #expect(entry.link.map(\.rel) == ["alternate"] && entry.total == 3)
      #expect(entry.content.text == "<p> </p>" && entry.content.type == "html" && entry.content.lang == "en")
      #expect(entry.updated == Date(timeIntervalSince1970: 1_767_323_045))
    }

    @Test("an envelope of SOAP with prefixes is read at its path, and a fault is an error type") func soap() throws {
      struct Price: Decodable, Equatable { let amount: Decimal, currency: String }
      struct Fault: Decodable, Error { let faultcode: String, faultstring: String }
      func envelope(_ body: String) -> String {
        #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:m"><soap:Header/>"#
          + "<soap:Body>\(body)</soap:Body></soap:Envelope>"
      }
      let price = envelope(#"<m:Price m:currency="EUR"><m:amount>34.50</m:amount></m:Price>"#)
      let expected = Price(amount: Decimal(string: "34.50") ?? 0, currency: "EUR")
      #expect(try read(Price.self, price, at: ["Envelope", "Body", "Price"]) == expected)
      #expect(try read(String.self, price, at: ["Envelope", "Body", "Price", "currency"]) == "EUR")
      let failure = envelope("<soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault>")
      #expect(fault(Price.self, failure, at: ["Envelope", "Body", "Price"]) == "missing at Envelope.Body.Price")
      #expect(try read(Fault.self, failure, at: ["Envelope", "Body", "Fault"]).faultcode == "soap:Server")
    }

    @Test("an empty element is an empty text, no number, and an object without members; xsi:nil is nil") func empty() throws {
      struct Part: Decodable, Equatable { let a: String? }
      struct Model: Decodable, Equatable {
        let text: String?, number: Int?, flag: Bool?, part: Part?, list: [Part], parts: [Part]?
      }
      let full = "<m><text></text><number/><flag></flag><part/><list/></m>"
      #expect(
        try read(Model.self, full)
          == Model(text: "", number: nil, flag: nil, part: Part(a: nil), list: [Part(a: nil)], parts: nil))
      let none = #"<m xmlns:i="u"><text i:nil="true"/><part i:nil="1"><a>1</a></part></m>"#
      #expect(try read(Model.self, none) == Model(text: nil, number: nil, flag: nil, part: nil, list: [], parts: nil))
      #expect(try read(Model.self, "<m/>") == read(Model.self, none))
    }

    @Test("an empty body is nil for an optional, and otherwise an error") func emptyBody() throws {
      #expect(try read(Int?.self, " \n") == nil)
      #expect(fault(Int.self, "") == "empty body, expected Int")
    }

    @Test("encodings: byte order marks, UTF-16, ISO-8859-1; another one is refused by name") func encodings() throws {
      func declaration(_ encoding: String) -> String { "<?xml version='1.0' encoding='\(encoding)'?>" }
      let text = "<a>Zoë 🐟</a>"
      func units(_ text: String, _ low: Int) -> Data {
        Data(text.utf16.flatMap { low == 0 ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
      }
      for body in [
        Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), Data((declaration("utf-8") + text).utf8),
        units("\u{FEFF}" + declaration("UTF-16") + text, 0), units("\u{FEFF}" + text, 1), units(text, 0),
        units(declaration("UTF-16") + text, 1),
      ] {
        #expect(try XMLBodyCoder().decode(String.self, from: body) == "Zoë 🐟")
      }
      let latin = Data(declaration("ISO-8859-1").utf8) + Data([0x3C, 0x61, 0x3E, 0xEB, 0x3C, 0x2F, 0x61, 0x3E])
      #expect(try XMLBodyCoder().decode(String.self, from: latin) == "ë")
      for (body, reason) in [
        (Data((declaration("windows-1252") + "<a/>").utf8), "the declared encoding is not UTF-8, UTF-16 or ISO-8859-1"),
        (Data([0xFF, 0xFE, 0, 0]), "the encoding UTF-32 is not read"), (Data([0xFF, 0xFE, 0x3C]), "the body is not UTF-16"),
        (Data([0xFF, 0xFE, 0x00, 0xD8]), "the body is not UTF-16"), (Data([0x3C, 0x61, 0x3E, 0xEB]), "the body is not UTF-8"),
      ] {
        let error = #expect(throws: MappingError.self) { try XMLBodyCoder().decode(String.self, from: body) }
        #expect(error?.description == "malformed: \(reason)")
      }
    }

    @Test("dates and names follow the strategies in both directions") func strategies() throws {
      struct Model: Codable, Equatable { var imageURL: String, madeAt: Date, counts: [String: Int] }
      let model = Model(imageURL: "u", madeAt: Date(timeIntervalSince1970: 1.5), counts: ["aB": 1])
      let day = DateStrategy.custom(
        encode: { .string("day \($0.timeIntervalSince1970)") },
        decode: { Date(timeIntervalSince1970: Double($0.string?.dropFirst(4) ?? "") ?? 0) })
      for (coder, expected) in [
        (XMLBodyCoder(keys: .snakeCase), "<image_url>u</image_url><made_at>1970-01-01T00:00:01.500Z</made_at>"),
        (XMLBodyCoder(dates: .secondsSince1970, keys: .kebabCase), "<image-url>u</image-url><made-at>1.5</made-at>"),
        (XMLBodyCoder(dates: .millisecondsSince1970), "<imageURL>u</imageURL><madeAt>1500</madeAt>"),
        (XMLBodyCoder(dates: day, keys: capitalized), "<ImageURL>u</ImageURL><MadeAt>day 1.5</MadeAt>"),
      ] {
        let data = try coder.encode(model)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(expected) && text.contains("<aB>1</aB>"), "\(text)")
        #expect(try coder.decode(Model.self, from: data) == model)
      }
    }

    @Test("a dictionary has each name once, and untyped JSON has an array for a repeated name") func untyped() throws {
      let text = #"<m id="7"><a>1</a><b>true</b><a x="2">3</a><c><d/></c></m>"#
      #expect(try read([String: String].self, "<m id='7'><a>1</a><a>2</a></m>") == ["id": "7", "a": "1"])
      #expect(
        try read([String: JSONValue].self, text) == [
          "id": "7", "a": ["1", ["x": "2", "": "3"]], "b": true, "c": ["d": ""],
        ])
      #expect(try read(JSONValue.self, text) == ["a": ["1", ["x": "2", "": "3"]], "b": true, "c": ["d": ""], "id": "7"])
    }

    @Test("a list at an empty path is the children of the root; elements of several names are an enumeration of XMLCoder")
    func lists() throws {
      struct Item: Decodable, Equatable { let id: Int }
      #expect(try read([Item].self, "<items><item id='1'/><item><id>2</id></item></items>") == [Item(id: 1), Item(id: 2)])
      #expect(try read([Item].self, "<items/>") == [])
      #expect(try read([[Int]].self, "<t><r><c>1</c><c>2</c></r><r/></t>") == [[1, 2], []])
      enum IntOrText: Decodable, Equatable {
        case int(Int)
        case text(String)
        enum CodingKeys: String, XMLChoiceCodingKey { case int, text }
        // swift-format-ignore: NoLeadingUnderscores
        enum IntCodingKeys: String, CodingKey { case _0 = "" }
        // swift-format-ignore: NoLeadingUnderscores
        enum TextCodingKeys: String, CodingKey { case _0 = "" }
      }
      #expect(
        try read([IntOrText].self, "<c><int>1</int><text>two</text><int>4</int></c>") == [.int(1), .text("two"), .int(4)])
    }

    @Test("numbers, flags, Base64, UUIDs, URLs and enumerations; a number that does not fit is no number of another form")
    func scalars() throws {
      enum Size: String, Decodable { case small }
      struct Model: Decodable {
        let i: Int8, u: UInt64, d: Double, f: Float, b: [Bool], data: Data, id: UUID, url: URL, size: Size
      }
      let id = "0F0E0D0C-0000-0000-0000-00000000000A"
      let model = try read(
        Model.self,
        """
        <m><i>-128</i><u>18446744073709551615</u><d>1e3</d><f>-INF</f><b>1</b><b> false </b><data>aGk
        =</data><id>\(id)</id><url> http://h/x </url><size>small</size></m>
        """)
      #expect(model.i == -128 && model.u == .max && model.d == 1000 && model.f == -.infinity && model.b == [true, false])
      #expect(model.data == Data("hi".utf8) && model.id.uuidString == id && model.url.absoluteString == "http://h/x")
      #expect(fault(Int8.self, "<i>128</i>") == "invalid")
      #expect(try read(UInt128.self, "<i>\(UInt128.max)</i>") == .max)
      #expect(fault(Int8.self, "<i>x</i>") == "wrong type, expected Int8")
      #expect(fault(Double.self, "<d>0x1p3</d>") == "wrong type, expected Double")
      #expect(fault(Data.self, "<d>a</d>") == "invalid")
      #expect(fault(Date.self, "<d>yesterday</d>") == "invalid")
    }

    @Test("errors have the path and not the value") func errors() {
      let coder = XMLBodyCoder(keys: capitalized)
      let place = ["ListBucketResult", "Contents"]
      let text = Self.listing.replacing("434234", with: "secret")
      #expect(
        fault([Listing.Entry].self, text, at: place, by: coder)
          == "wrong type at ListBucketResult.Contents[0].size, expected Int")
      #expect(fault(Listing.self, "<m><Name>a</Name></m>", by: coder) == "missing at prefix")
      #expect(fault(Listing.self, "<m><Name><secret/></Name></m>", by: coder) == "wrong type at name, expected String")
      #expect(fault([Int].self, "<Other/>", at: place) == "missing at ListBucketResult.Contents")
      #expect(fault([Int].self, "<ListBucketResult/>", at: place) == "missing at ListBucketResult.Contents")
    }

    @Test("elements that cannot be read are left out of a list if the policy says so") func skipped() throws {
      let body = Data("<l><n>1</n><n>x</n><n>3</n></l>".utf8)
      let list = try XMLBodyCoder().decodeList(Int.self, from: body, at: ["l", "n"], onFailure: .skip)
      #expect(list.elements == [1, 3] && list.skipped.map(\.index) == [1])
      #expect(list.skipped.first?.reason.description == "wrong type at l.n[1], expected Int")
    }
  }
#endif
