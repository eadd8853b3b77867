import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

extension TransportContract {
  static let limits: [Check] = [
    Check("the idle limit ends a silent response, but not a slow one") { context in
      let options = Options { $0.idleTimeout = .seconds(3) }
      try await context.expectTimeout(.idle) { try await context.send("/stall", options: options) }
      let dripped = try await context.send("/drip/20?ms=200", options: options)
      try context.expect(try await context.text(dripped).utf8.count, 20, "bytes")
    },
    Check("a body beyond the limit is an error, with or without a declared length") { context in
      let options = Options { $0.responseLimit = 1000 }
      for route in ["/bytes/100000", "/drip/100000?ms=0"] {
        let error = try await context.failure("body too large") { try await context.send(route, options: options) }
        guard case BodyError.tooLarge(1000, _) = error else {
          throw ContractViolation(rule: context.check, expected: "body too large", seen: ErrorSummary.text(of: error))
        }
      }
      let fits = try await context.send("/bytes/1000", options: options)
      try context.expect(try await fits.body.collect().count, 1000, "bytes")
    },
    Check("a gzip bomb ends at the limit of decoded bytes, and other calls go on", demands: .decodesContent) { context in
      let options = Options { $0.responseLimit = 1 << 20 }
      for _ in 0..<2 {
        async let bomb = context.failure("body too large") { try await context.send("/bomb", options: options) }
        let other = try await context.send("/head")
        try context.expect(other.head.status.code, 200, "status of another call")
        guard case BodyError.tooLarge = try await bomb else {
          throw ContractViolation(rule: context.check, expected: "body too large", seen: "\(try await bomb)")
        }
        let after = try await context.send("/head")
        try context.expect(after.head.status.code, 200, "status of a later call")
      }
    },
  ]
}
