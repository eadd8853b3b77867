#if XML
  import FoundationEssentials
  import RefineryCore
  import RefineryXML

  extension HostileInput {
    private struct Row: Codable { var a: String?, b: [String] }

    private static func document(_ name: String, _ count: Int, _ body: @escaping @Sendable (Int) -> String) -> HostileInput {
      reading("XML: " + name, count, { body($0).data }) { body in
        _ = try? XMLBodyCoder().decode(Row.self, from: body)
        _ = try? XMLBodyCoder().decode([Row].self, from: body, at: ["r", "b"])
        _ = try? XMLBodyCoder().decode([String: String].self, from: body)
        _ = try? XMLBodyCoder().decode([String: [String]].self, from: body)
        _ = try? XMLBodyCoder().decode([String: JSONValue].self, from: body)
      }
    }

    /// Documents that a server can send.
    static let xml: [HostileInput] = [
      document("one name, repeated", 2000) { "<r>\(many($0, separator: "") { "<b>\($0)</b>" })</r>" },
      document("many names", 1000) { "<r>\(many($0, separator: "") { "<b\($0)/>" })</r>" },
      document("attributes", 1000) { "<r \(many($0, separator: " ") { "b\($0)=''" })/>" },
      document("attributes with prefixes, of one name", 1000) { "<r \(many($0, separator: " ") { "p\($0):b=''" })/>" },
      document("attributes and elements", 1000) { count in
        "<r \(many(count, separator: " ") { "b\($0)=''" })>\(many(count, separator: "") { "<b\($0)/>" })</r>"
      },
      document("references in a text", 4000) { "<r><b>\(many($0, separator: " ") { _ in "&lt;" })</b></r>" },
      document("a text beyond ASCII", 8000) { "<r><b>\(many($0, separator: "") { _ in "é" })</b></r>" },
      document("sections in a text", 2000) { "<r><b>\(many($0, separator: "") { _ in "<![CDATA[a]]><!-- -->" })</b></r>" },
      document("a text of parts between elements", 2000) { "<r>\(many($0, separator: "") { _ in "a<b/>" })</r>" },
      document("white space", 20_000) { "<r>\(String(repeating: " \n", count: $0))<b>1</b></r>" },
      document("tags without an end", 10_000) { String(repeating: "<b ", count: $0) },
      document("comments without an end", 10_000) { String(repeating: "<!--", count: $0) },
      document("ampersands", 20_000) { "<r>" + String(repeating: "&", count: $0) },
      document("instructions", 4000) { String(repeating: "<?a?>", count: $0) + "<r/>" },
      document("brackets in a section", 10_000) { "<r><![CDATA[\(String(repeating: "]", count: $0))]]></r>" },
      document("a long name", 20_000) { "<r><\(String(repeating: "n", count: $0))/></r>" },
      document("trees", 500) { count in
        "<r>\(many(count, separator: "") { _ in String(repeating: "<b>", count: 20) + String(repeating: "</b>", count: 20) })</r>"
      },
      reading("XML: a model that is written", 1000, { count in Row(a: "&\r", b: (0..<count).map { "<\($0)" }) }) { row in
        _ = try XMLBodyCoder().encode(row)
      },
    ]
  }
#endif
