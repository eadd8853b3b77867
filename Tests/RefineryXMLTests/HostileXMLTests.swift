#if XML
  import Foundation
  import RefineryCore
  import RefineryXML
  import Synchronization
  import Testing

  @Suite struct HostileXMLTests {
    private struct Tree: Decodable {
      let n: [Tree]
    }

    @Test(
      "what is not XML is refused, and the error shows the place, not the text",
      arguments: [
        ("secret", "line 1, column 1: there is text outside the root element"),
        ("<a>secret", "line 1, column 10: the document ends too early"),
        ("<a/>\n<b/>", "line 2, column 1: there is a second root element"),
        ("<a></b>", "line 1, column 4: an end tag has no start tag"),
        ("<p:a></q:a>", "line 1, column 6: an end tag has no start tag"),
        ("</a>", "line 1, column 1: an end tag has no start tag"),
        ("<a", "line 1, column 3: a tag has no end"), ("<a/", "line 1, column 4: a tag has no end"),
        ("<a></a", "line 1, column 7: a tag has no end"),
        ("<", "line 1, column 2: a name is missing"), ("<1/>", "line 1, column 2: a name is missing"),
        ("< a/>", "line 1, column 2: a name is missing"),
        ("<a b>", "line 1, column 5: an attribute has no value"),
        ("<a b=c>", "line 1, column 6: the value of an attribute has no quotes"),
        ("<a b='1' b='2'/>", "line 1, column 11: an attribute is repeated"),
        ("<a b='1'c='2'/>", "line 1, column 9: there is no space before an attribute"),
        ("<a b='", "line 1, column 7: the value of an attribute has no end"),
        ("<a b='<'/>", "line 1, column 7: the value of an attribute contains <"),
        ("<!-- a", "line 1, column 1: a comment has no end"), ("<a><![CDATA[", "line 1, column 4: a CDATA section has no end"),
        ("<?a", "line 1, column 1: an instruction has no end"),
        ("<![CDATA[a]]><a/>", "line 1, column 1: there is text outside the root element"),
        ("<a>&secret;</a>", "line 1, column 4: a reference to an entity that XML does not have"),
        ("<a>&</a>", "line 1, column 4: an ampersand begins no reference"),
        ("<a>&#0;</a>", "line 1, column 4: a reference to an entity that XML does not have"),
        ("<a>&#xD800;</a>", "line 1, column 4: a reference to an entity that XML does not have"),
        ("<a>&#+65;</a>", "line 1, column 4: a reference to an entity that XML does not have"),
        ("<a>&#xFFFFFFFFF;</a>", "line 1, column 4: a reference to an entity that XML does not have"),
        ("<a>\u{0}</a>", "line 1, column 4: there is a control character"),
        ("<!-- --><?a?>", "line 1, column 14: the document ends too early"),
      ])
    func malformed(text: String, reason: String) throws {
      #expect(fault(String.self, text) == "malformed: \(reason)")
    }

    @Test(
      "a document type declaration is refused, so that no entity is expanded and no file is opened",
      arguments: [
        #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#,
        #"<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>"#, "<!doctype a><a/>", "<a><!ENTITY x 'y'></a>",
        #"<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><z>&b;</z>"#,
      ])
    func entities(text: String) throws {
      let description = try #require(fault(String.self, text))
      #expect(description.hasSuffix("document type declarations are not read") && !description.contains("lol"))
    }

    @Test("100,000 nested elements are refused, whether they end or not", arguments: ["", "</n>"]) func deep(end: String) {
      let text = String(repeating: "<n>", count: 100_000) + String(repeating: end, count: 100_000)
      #expect(fault(Tree.self, text) == "malformed: line 1, column 385: elements are nested more than 128 deep")
    }

    @Test("the deepest document that is read fits into a stack of 1 MiB, for a model as deep and for untyped JSON")
    func stack() async throws {
      let text = String(repeating: "<n>", count: 128) + String(repeating: "</n>", count: 128)
      let depth = await withCheckedContinuation { (done: CheckedContinuation<Int?, Never>) in
        let thread = Thread {
          let tree = try? read(Tree.self, text)
          let json = try? read(JSONValue.self, text)
          var (depth, next) = (json == nil ? -1000 : 0, tree)
          while let here = next { (depth, next) = (depth + 1, here.n.first) }
          done.resume(returning: depth)
        }
        thread.stackSize = 1024 * 1024
        thread.start()
      }
      #expect(depth == 128)
    }

    @Test("every document cut at any byte, and with any byte changed, is read or refused") func mutated() throws {
      let bytes = Array(Data(XMLReadingTests.listing.utf8))
      let coder = XMLBodyCoder(keys: capitalized)
      for index in bytes.indices {
        #expect(throws: MappingError.self) {
          try coder.decode(XMLReadingTests.Listing.self, from: Data(bytes[..<index]))
        }
        for byte in [0, 0x26, 0x2F, 0x3C, 0x3E, 0x5D, 0x22, 0xC3, 0xFF] as [UInt8] {
          var changed = bytes
          changed[index] = byte
          do { _ = try coder.decode(XMLReadingTests.Listing.self, from: Data(changed)) } catch {
            #expect(error is MappingError)
          }
        }
      }
    }
  }
#endif
