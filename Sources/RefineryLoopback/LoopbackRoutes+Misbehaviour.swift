extension LoopbackRoutes {
  package typealias Script = @Sendable (_ argument: String, LoopbackRequest, LoopbackConnection) -> LoopbackConnection.Ending

  /// Sends this text, and no more.
  package static func sends(_ text: String, then ending: LoopbackConnection.Ending) -> Script {
    { _, _, connection in
      connection.send(text)
      return ending
    }
  }

  /// A script after which the connection stays open.
  package static func keeping(
    _ script: @escaping @Sendable (_ argument: String, LoopbackRequest, LoopbackConnection) -> Void
  ) -> Script {
    { argument, request, connection in
      script(argument, request, connection)
      return .keepAlive
    }
  }

  package static let broken: [String: Script] = [
    "truncated": sends(
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 20), then: .close),
    "truncated-chunked": sends(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n" + String(repeating: "x", count: 20) + "\r\n",
      then: .close),
    "hang-up": { _, _, connection in
      connection.readBody()
      return .close
    },
    "reset": { _, _, connection in
      connection.readBody()
      return .reset
    },
    "reset-late": { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 20))
      // The client must have the head before the reset, which drops what the client has not read.
      connection.waitForHangUp(milliseconds: 100)
      return .reset
    },
    // Closes a kept connection exactly when the next request arrives on it.
    "stale": { _, _, connection in
      connection.readBody()
      guard connection.requests == 1 else { return .close }
      connection.answer(200)
      return .keepAlive
    },
    "silent": { _, _, connection in
      connection.readBody()
      connection.waitForHangUp()
      return .close
    },
    "deaf": { _, _, connection in
      connection.playDead()
      return .close
    },
    "stall": { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart")
      connection.waitForHangUp()
      return .close
    },
    "drip": { argument, request, connection in
      let count = Int(argument) ?? 1
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      for _ in 0..<count {
        if connection.waitForHangUp(milliseconds: request.query("ms").flatMap { Int($0) } ?? 10) { return .close }
        connection.send("d")
      }
      return .keepAlive
    },
    "early": { _, _, connection in
      connection.answer(413, ["Connection: close"], Array("too much".utf8))
      connection.discardInput()
      return .close
    },
  ]

  package static let steering: [String: Script] = [
    "challenge": keeping { argument, _, connection in
      connection.readBody()
      let challenges = [
        "basic": "Basic realm=\"test\"", "bearer": "Bearer error=\"invalid_token\"",
        "digest": "Digest realm=\"test\", nonce=\"abc\", qop=\"auth\"", "negotiate": "Negotiate", "strange": "Strange",
        "two": "Bearer, Basic realm=\"test\"",
      ]
      connection.answer(
        401, (challenges[argument].map { ["WWW-Authenticate: \($0)"] } ?? []) + ["Content-Type: application/json"],
        Array("{\"error\":\"\(argument)\"}".utf8))
    },
    "redirect": keeping { argument, request, connection in
      connection.readBody()
      connection.answer(
        Int(argument) ?? 302, ["Location: \(request.query("to") ?? "")"], Array("moved".utf8))
    },
    "redirect-bare": keeping { argument, _, connection in
      connection.readBody()
      connection.answer(Int(argument) ?? 302, ["X-Bare: yes"], Array("nowhere".utf8))
    },
    "redirect-trailers": keeping { _, _, connection in
      connection.send("HTTP/1.1 302 Found\r\nLocation: /head\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n")
      connection.send("5\r\nmoved\r\n0\r\nX-Sum: 42\r\n\r\n")
    },
    "hops": keeping { argument, _, connection in
      let left = Int(argument) ?? 0
      if left > 0 {
        connection.answer(302, ["Location: /hops/\(left - 1)"])
      } else {
        connection.answer(200, [], Array("end".utf8))
      }
    },
  ]
}
