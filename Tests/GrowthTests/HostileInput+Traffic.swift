import FoundationEssentials
import RefineryTraffic
import Testing

/// Recorded traffic that a browser, a server or a person made.
extension HostileInput {
  private static func har(_ entries: String) -> Data { #"{"log":{"entries":[\#(entries)]}}"#.data }

  private static func entry(_ url: String, fields: String = "", content: String = "") -> String {
    #"{"request":{"method":"GET","url":"\#(url)","headers":[\#(fields)]},"response":{"status":200,"headers":[],"#
      + #""content":{"size":1,"text":"\#(content)"}}}"#
  }

  static let traffic = [
    reading("HAR of many entries", 200, { har(many($0) { entry("http://a/\($0)?key=s\($0)") }) }) { file in
      _ = try Traffic(har: file).file(as: .har)
    },
    reading(
      "HAR with many secret members", 300,
      { count in
        har(entry("http://a/", content: #"{\"a\":["# + many(count) { #"{\"token\":\"t\#($0)\"}"# } + "]}"))
      }
    ) { file in _ = try Traffic(har: file).file(as: .har) },
    reading(
      "HAR with many fields", 200,
      { count in
        har(entry("http://a/", fields: many(count) { #"{"name":"x-\#($0)","value":"v\#($0)"}"# }))
      }
    ) { file in _ = try Traffic(har: file).file(as: .cassette) },
    reading("HAR with a long text", 50_000, { har(entry("http://a/", content: String(repeating: "a b\\n", count: $0))) }) {
      file in
      _ = try Traffic(har: file).file(as: .curl)
    },
    reading("HAR of brackets that are not closed", 100_000, { har(String(repeating: "[", count: $0)) }) { file in
      refused { _ = try Traffic(har: file) }
    },
    reading("curl commands", 300, { many($0, separator: "\n") { "curl http://a/\($0) -H 'A: b' -d 'token=\($0)'" } }) { text in
      _ = try Traffic(curl: text).file(as: .curl)
    },
    reading("curl with many fields that are not sent", 500, { "curl http://a/" + many($0, separator: "") { " -H 'x-\($0):'" } })
    {
      text in
      _ = try Traffic(curl: text).file(as: .curl)
    },
    reading("curl with many escapes", 50_000, { "curl http://a/ -d $'" + String(repeating: #"\x41\'"#, count: $0) + "'" }) {
      text in
      _ = try Traffic(curl: text).file(as: .http)
    },
    reading("curl with brackets in a URL", 50_000, { "curl 'http://a/" + String(repeating: "[", count: $0) + "'" }) { text in
      _ = try Traffic(curl: text)
    },
    reading(
      "curl with a form of boundaries", 5_000,
      { count in
        "curl http://a/ -F 'a=" + many(count, separator: "\n") { "refinery-boundary-\($0)" } + "'"
      }
    ) { text in _ = try Traffic(curl: text) },
    reading(".http file of many requests", 300, { many($0, separator: "\n###\n") { "POST http://a/\($0)\nA: b\n\nbody" } }) {
      text in
      _ = try Traffic(http: text).file(as: .http)
    },
    reading(
      ".http file of many variables", 1_000,
      { count in
        many(count, separator: "\n") { "@v\($0) = \($0)" } + "\nGET http://a/" + many(count) { "{{v\($0)}}" }
      }
    ) { text in _ = try Traffic(http: text) },
  ]
}
