import HTTPTypes

/// The handlers of ``LoopbackServer``.
package enum LoopbackRoutes {
  /// The standard handler: see the table of ``LoopbackServer``.
  package static let misbehaving: LoopbackServer.Handler = { request, connection in
    let parts = request.path.split(separator: "/", maxSplits: 1)
    guard let name = parts.first, let route = routes[String(name)] else {
      connection.readBody()
      connection.answer(404, [], Array("no such route".utf8))
      return .keepAlive
    }
    return route(parts.count > 1 ? String(parts[1]) : "", request, connection)
  }

  private static let routes: [String: Script] = plain.merging(odd) { $1 }.merging(broken) { $1 }
    .merging(steering) { $1 }.merging(coded) { $1 }

  /// `count` bytes that repeat from 0 to 250, so that a missing or repeated chunk is visible.
  package static func pattern(_ count: Int, from start: Int = 0) -> [UInt8] {
    (start..<start + count).map { UInt8($0 % 251) }
  }

  private static let plain: [String: Script] = [
    "status": keeping { argument, _, connection in
      connection.readBody()
      connection.answer(Int(argument) ?? 500, [], Array("status \(argument)".utf8))
    },
    "head": keeping { _, _, connection in
      connection.answer(200, ["Content-Type: text/plain"], Array("hello".utf8))
    },
    "bytes": keeping { argument, _, connection in
      let count = Int(argument) ?? 0
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      let block = pattern(251 * 256)
      var sent = 0
      while sent < count, connection.send(block.prefix(count - sent)) { sent += min(block.count, count - sent) }
    },
    "echo": keeping { _, request, connection in
      let read = connection.readBody()
      connection.answer(
        200, ["X-Method: \(request.method)", "X-Length: \(read.bodyLength)", "X-Hash: \(read.bodyHash)"], read.bodyPrefix)
    },
    "sink": keeping { _, _, connection in
      connection.answer(200, [], Array("\(connection.readBody(hashing: false).bodyLength)".utf8))
    },
    "fields": keeping { _, request, connection in
      connection.readBody()
      let lines = request.fields.map { "\($0.name.canonicalName): \($0.value)\n" }.joined()
      connection.answer(200, [], Array(lines.utf8))
    },
    "chunked": keeping { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for text in ["one ", "two ", "three"] { connection.send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n") }
      connection.send("0\r\n\r\n")
    },
    "until-close": sends("HTTP/1.1 200 OK\r\n\r\nuntil the end", then: .close),
  ]

  private static let odd: [String: Script] = [
    "hints": keeping { _, _, connection in
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n")
      connection.answer(200, ["X-Final: yes"], Array("after hints".utf8))
    },
    "trailers": keeping { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nX-Head: yes\r\n\r\n")
      connection.send("5\r\nhello\r\n0\r\nX-Sum: 42\r\n\r\n")
    },
    "repeated": keeping { _, _, connection in
      connection.answer(200, ["X-Repeat: one", "X-Repeat: two", "x-lower: small", "Set-Cookie: a=1", "Set-Cookie: b=2"])
    },
    "latin1": keeping { _, _, connection in
      connection.send(Array("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9] + Array("\r\nContent-Length: 2\r\n\r\nok".utf8))
    },
    "no-reason": sends("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", then: .keepAlive),
    "old": sends("HTTP/1.0 200 OK\r\nX-Name: old\r\n\r\nolder", then: .close),
    "many-fields": keeping { _, _, connection in
      let many = (0..<200).map { "X-Field-\($0): " + String(repeating: "v", count: 80) }
      connection.answer(200, many + ["X-Long: " + String(repeating: "l", count: 16_000)], Array("ok".utf8))
    },
    "endless-field": { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nX-Endless: ")
      let more = [UInt8](repeating: 0x78, count: 4096)
      while connection.send(more) {}
      return .close
    },
    "garbage": sends("this is not an HTTP response\r\n\r\n", then: .close),
  ]
}
