import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let heads: [Check] = [
    Check("every status comes back as a response with its body, 204 and 304 without one") { context in
      for status in [200, 201, 204, 304, 400, 404, 418, 429, 500, 503] {
        let body = [204, 304].contains(status) ? "" : "status \(status)"
        try await context.expect(try await context.send("/status/\(status)"), status, body)
      }
    },
    Check("HEAD returns the fields, including the length, and no body") { context in
      let response = try await context.send(.head, "/head")
      try context.expect(response.head.headerFields[.contentLength], "5", "Content-Length")
      try context.expect(try await context.text(response), "", "body")
    },
    Check("401 comes back with its body, whatever the scheme") { context in
      for scheme in ["none", "basic", "bearer", "digest", "negotiate", "strange", "two"] {
        try await context.expect(try await context.send("/challenge/\(scheme)"), 401, #"{"error":"\#(scheme)"}"#)
      }
    },
    Check("interim responses are skipped") { context in
      try await context.expect(try await context.send("/hints"), 200, "after hints")
    },
    Check("trailers do not change the response", demands: .trailers) { context in
      try context.expect(try await context.text(context.send("/trailers")), "hello", "body")
    },
    Check("every value of a repeated field is there") { context in
      let fields = try await context.send("/repeated").head.headerFields
      let values = fields[values: HTTPField.Name("X-Repeat") ?? .via].joined(separator: ", ")
      try context.expect(values, "one, two", "X-Repeat")
    },
    Check("repeated fields stay apart", demands: .separateFields) { context in
      let fields = try await context.send("/repeated").head.headerFields
      try context.expect(fields[values: .setCookie], ["a=1", "b=2"], "Set-Cookie")
    },
    Check("many fields and long fields arrive complete") { context in
      let response = try await context.send("/many-fields")
      let fields = response.head.headerFields
      try context.expect(fields.count { $0.name.canonicalName.hasPrefix("x-field-") }, 200, "fields")
      let long = fields.first { $0.name.canonicalName == "x-long" }
      try context.expect(long?.value.utf8.count, 16_000, "bytes of X-Long")
      try context.expect(try await context.text(response), "ok", "body")
    },
    Check("a field that does not end is an error, and ends the transfer") { context in
      let error = try await context.transportError("an error for an endless field") { try await context.send("/endless-field") }
      try context.expect(error.isUnsent, false, "isUnsent")
    },
    Check("a field beyond ASCII and a status line without a reason come back, or are malformed responses") { context in
      for route in ["/latin1", "/no-reason"] {
        do {
          try await context.expect(try await context.send(route), 200, "ok")
        } catch let error as TransportError {
          try context.expect(error.code, .malformedResponse, "code of \(route)")
        }
      }
    },
    Check("an HTTP/1.0 response ends with its connection") { context in
      let response = try await context.send("/old")
      try context.expect(response.head.headerFields.first { $0.name.canonicalName == "x-name" }?.value, "old", "X-Name")
      try context.expect(try await context.text(response), "older", "body")
    },
    Check("a redirect without a target comes back as it is") { context in
      let response = try await context.send("/redirect-bare/302")
      try context.expect(response.head.headerFields.first { $0.name.canonicalName == "x-bare" }?.value, "yes", "X-Bare")
      try context.expect(response.head.status.code, 302, "status")
    },
  ]
}
