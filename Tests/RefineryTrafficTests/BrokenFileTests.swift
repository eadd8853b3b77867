import Foundation
import RefineryTraffic
import Testing

@Suite struct BrokenFileTests {
  private static let har = #"""
    {"log":{"version":"1.2","entries":[{"request":{"method":"POST","url":"http://u:p@a/b?c=d#e","headers":[{"name":"Cookie",
    "value":"a=b\nc"}],"postData":{"mimeType":"text/plain; charset=latin1","text":"\u00e9"}},"response":{"status":200,
    "headers":[],"cookies":[{"name":"a","value":"b"}],"content":{"size":4,"text":"/w==","encoding":"base64"}},
    "timings":{"send":1e2,"wait":-1},"startedDateTime":"2026-01-01T00:00:00.5Z","_x":[{"token":1}]}]}}
    """#
  private static let curl = #"""
    curl -sX POST "http://u:p@a/{b\}?c[0]" -H 'A: b' -H B\; --data-urlencode a=é$'\x41\u00e9\ud83d\'' \
      -F 'a=b;type="c"' -u x:y --max-time 5 # comment
    """#
  private static let http = """
    @a = {{b}}
    @b = c
    ### Title
    // @tag x
    POST http://{{a}}/b HTTP/1.1
      ?c=d
    Authorization: Basic a b

    < ./file
    body {{a}}
    > {% x %}
    ###
    """

  /// Reads a file and writes it in every format. Errors are fine; anything else ends the process.
  private static func use(_ format: TrafficFormat, _ bytes: [UInt8]) {
    let data = Data(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let traffic: Traffic? =
      switch format {
      case .har: try? Traffic(har: data)
      case .cassette: try? Traffic(cassette: data)
      case .curl: try? Traffic(curl: text) { _ in data }
      case .http: try? Traffic(http: text) { _ in data }
      }
    guard let traffic else { return }
    for format in TrafficFormat.allCases { _ = traffic.file(as: format) }
  }

  @Test(
    "S09: a file that is cut, or in which a byte is changed, is an error or another file, never a crash",
    arguments: [(TrafficFormat.har, har), (.curl, curl), (.http, http)])
  func broken(format: TrafficFormat, text: String) throws {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      Self.use(format, Array(bytes[..<index]))
      var changed = bytes
      for byte in Array("\"\\{$\n".utf8) + [0xFF] where index % 2 == 0 {
        changed[index] = byte
        Self.use(format, changed)
      }
    }
  }
}
