#if Signing
  import Crypto
  public import FoundationEssentials
  public import HTTPTypes

  /// Verifies requests that a service sends to your server, signed with HMAC-SHA256 and a shared secret.
  ///
  /// ```swift
  /// try Webhook.verify(body, in: request.headers, as: .standardWebhooks, secret: secret)
  /// ```
  /// Pass the bytes as they arrived, before they are parsed. Signatures are compared in constant time.
  public enum Webhook {
    /// How a service writes its signature.
    public enum Scheme: Sendable, CaseIterable {
      /// `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,BASE64`, as the Standard Webhooks specification
      /// defines. The secret is Base64, with or without the prefix `whsec_`.
      case standardWebhooks
      /// `Stripe-Signature: t=TIME,v1=HEX`.
      case stripe
      /// `X-Hub-Signature-256: sha256=HEX`, as GitHub sends it. It contains no time, so `verify` also accepts an old request
      /// that is sent again.
      case hub
      /// `X-Slack-Request-Timestamp` and `X-Slack-Signature: v0=HEX`.
      case slack
    }

    /// Checks the signature and the time of a request.
    ///
    /// - Parameters:
    ///   - body: the bytes of the content as they arrived.
    ///   - fields: the header fields of the request.
    ///   - scheme: how the service writes its signature.
    ///   - secret: the shared secret.
    ///   - tolerance: how far the time of the signature may be from `now`, before or after it.
    ///   - now: the current time.
    /// - Throws: ``SigningError``. ``SigningError/noSignature`` if a field is missing.
    public static func verify(
      _ body: Data, in fields: HTTPFields, as scheme: Scheme, secret: String, tolerance: Duration = .seconds(300),
      now: Date = Date()
    ) throws(SigningError) {
      let (prefix, time, signatures) = try parts(of: fields, scheme)
      guard !signatures.isEmpty else { throw .noSignature }
      if let time {
        // A timestamp that is not a number is outside the tolerance, and so is every timestamp if the clock returns NaN.
        let distance = Double(time).map { abs(now.timeIntervalSince1970 - $0) } ?? .infinity
        guard distance <= tolerance / .seconds(1), time.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          throw .outsideLifetime
        }
      }
      let key = SymmetricKey(data: try bytes(of: secret, scheme))
      let signed = Data(prefix.utf8) + body
      guard signatures.contains(where: { HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: signed, using: key) })
      else {
        throw .wrongSignature
      }
    }

    /// Returns three parts: the text that is signed in front of the content, the time, and the signatures.
    private static func parts(
      of fields: HTTPFields, _ scheme: Scheme
    ) throws(SigningError) -> (prefix: String, time: String?, signatures: [Data]) {
      func value(_ name: String) throws(SigningError) -> String {
        guard let name = HTTPField.Name(name), let value = fields[name] else { throw .noSignature }
        return value
      }
      switch scheme {
      case .standardWebhooks:
        let time = try value("webhook-timestamp")
        let signatures = try value("webhook-signature").split(separator: " ").filter { $0.hasPrefix("v1,") }
        return (
          "\(try value("webhook-id")).\(time).", time, signatures.compactMap { Data(base64Encoded: String($0.dropFirst(3))) }
        )
      case .stripe:
        let pairs = try value("stripe-signature").split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        guard let time = pairs.first(where: { $0.count == 2 && $0[0] == "t" })?[1] else { throw .noSignature }
        let signatures = pairs.filter { $0.count == 2 && $0[0] == "v1" }.compactMap { Data(hex: $0[1]) }
        return ("\(time).", String(time), signatures)
      case .hub:
        let signature = try value("x-hub-signature-256")
        return ("", nil, signature.hasPrefix("sha256=") ? [Data(hex: signature.dropFirst(7))].compactMap { $0 } : [])
      case .slack:
        let (time, signature) = (try value("x-slack-request-timestamp"), try value("x-slack-signature"))
        return ("v0:\(time):", time, signature.hasPrefix("v0=") ? [Data(hex: signature.dropFirst(3))].compactMap { $0 } : [])
      }
    }

    private static func bytes(of secret: String, _ scheme: Scheme) throws(SigningError) -> Data {
      var bytes: Data? = Data(secret.utf8)
      if scheme == .standardWebhooks {
        bytes = Data(base64Encoded: secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret)
      }
      guard let bytes, !bytes.isEmpty else { throw .invalidKey("the secret of the webhook is empty or not Base64") }
      return bytes
    }
  }
#endif
