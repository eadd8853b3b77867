import Foundation
import RefineryTesting

@testable import RefineryTraffic

/// Made-up secrets of many kinds. They are put together from parts at run time, so that the sources hold no text that looks
/// like one.
struct SecretSamples {
  struct Sample {
    let kind: String
    let secret: String
    /// What has to be before the secret, such as a name; it is part of the planted text.
    var lead = ""
    var tail = ""
    var planted: String { lead + secret + tail }
  }

  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  static let lower = "abcdefghijklmnopqrstuvwxyz"
  static let digits = "0123456789"
  static let alphanumeric = lower + lower.uppercased() + digits

  mutating func text(_ count: Int, of letters: String = alphanumeric) -> String {
    let letters = Array(letters)
    return String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  mutating func hex(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func uuid() -> String { [8, 4, 4, 4, 12].map { hex($0) }.joined(separator: "-") }

  mutating func bytes(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }) }

  mutating func checked(_ prefix: String) -> String {
    let body = text(30)
    return prefix + "_" + body + String(decoding: Checksum.text(of: body.utf8), as: UTF8.self)
  }

  mutating func webToken() -> String {
    let parts = [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"\#(text(9))","iat":17\#(text(8, of: Self.digits))}"#].map {
      base64URL(Data($0.utf8))
    }
    return parts.joined(separator: ".") + "." + base64URL(bytes(32))
  }

  func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  mutating func password() -> String { text(5, of: Self.lower) + text(3, of: Self.digits) + "!" + text(3) }

  /// One sample of each kind.
  mutating func all() -> [Sample] {
    let dash = "-"
    let word = Self.alphanumeric + "_-"
    let base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    var list = [
      Sample(kind: "AWS access key", secret: "AK" + "IA" + text(16, of: base32)),
      Sample(kind: "AWS access key", secret: "AS" + "IA" + text(16, of: base32)),
      Sample(kind: "AWS secret access key", secret: text(40, of: Self.alphanumeric + "+/"), lead: "aws_secret_access_key="),
    ]
    list += ["ghp", "gho", "ghu", "ghs", "ghr"].map { Sample(kind: "GitHub token", secret: checked($0)) }
    list += [
      Sample(kind: "GitHub token", secret: "github" + "_pat_" + text(22) + "_" + text(59)),
      Sample(kind: "GitLab token", secret: "gl" + "pat-" + text(20, of: word)),
      Sample(kind: "GitLab token", secret: "gl" + "rt-" + text(20)),
      Sample(
        kind: "Slack token",
        secret: "xo" + "xb-" + text(12, of: Self.digits) + dash + text(12, of: Self.digits) + dash + text(24)),
      Sample(
        kind: "Slack token",
        secret: "xo" + "xp-" + text(11, of: Self.digits) + dash + text(12, of: Self.digits) + dash + text(32)),
      Sample(
        kind: "Slack webhook",
        secret: "hooks.slack" + ".com/services/T" + text(8, of: base32) + "/B" + text(8, of: base32) + "/" + text(24),
        lead: "https://"),
      Sample(kind: "Stripe key", secret: "sk" + "_live_" + text(24)),
      Sample(kind: "Stripe key", secret: "rk" + "_test_" + text(99)),
      Sample(kind: "Stripe webhook secret", secret: "wh" + "sec_" + text(32)),
      Sample(kind: "Google API key", secret: "AI" + "za" + text(35)),
      Sample(kind: "Google OAuth client secret", secret: "GOC" + "SPX-" + text(28)),
      Sample(kind: "Google OAuth access token", secret: "ya" + "29." + text(120, of: word) + "a"),
      Sample(kind: "Twilio API key", secret: "S" + "K" + hex(32)),
      Sample(kind: "Twilio token", secret: hex(32), lead: "TWILIO_AUTH_TOKEN="),
      Sample(kind: "SendGrid key", secret: "S" + "G." + text(22) + "." + text(43)),
      Sample(kind: "npm token", secret: checked("np" + "m")),
      Sample(kind: "PyPI token", secret: "py" + "pi-AgEIcHlwaS5vcmc" + text(120)),
      Sample(kind: "Docker Hub token", secret: "dckr" + "_pat_" + text(27)),
      Sample(kind: "OpenAI key", secret: "s" + "k-" + text(20) + "T3Blbk" + "FJ" + text(20)),
      Sample(kind: "OpenAI key", secret: "s" + "k-proj-" + text(74) + "T3Blbk" + "FJ" + text(74)),
      Sample(kind: "Anthropic key", secret: "s" + "k-ant-api03-" + text(93) + "AA"),
      Sample(kind: "Azure storage key", secret: "Account" + "Key=" + text(86) + "==", lead: "AccountName=shop;"),
      Sample(
        kind: "Azure shared access signature", secret: "si" + "g=" + text(40) + "%2Ba5%3D",
        lead: "?sv=2024-11-04&se=2030-01-01&"),
      Sample(kind: "DigitalOcean token", secret: "do" + "p_v1_" + hex(64)),
      Sample(kind: "Shopify token", secret: "sh" + "pat_" + hex(32)),
      Sample(kind: "Square token", secret: "sq" + "0atp-" + text(22)),
      Sample(kind: "Mailgun key", secret: "ke" + "y-" + hex(32)), Sample(kind: "Mailchimp key", secret: hex(32) + "-us" + "12"),
      Sample(
        kind: "Telegram bot token", secret: text(9, of: "123456789") + ":" + "AA" + text(33, of: word.dropLast().description)),
      Sample(
        kind: "Discord bot token",
        secret: base64URL(Data(("2" + text(17, of: Self.digits)).utf8)) + "." + text(6) + "." + text(27)),
      Sample(kind: "Heroku API key", secret: "HR" + "KU-AA" + text(58)),
      Sample(kind: "Heroku token", secret: uuid(), lead: "HEROKU_API_KEY="),
      Sample(kind: "Atlassian token", secret: "ATA" + "TT3" + text(178) + "=" + hex(7).uppercased() + "F"),
      Sample(kind: "Linear key", secret: "lin" + "_api_" + text(40)),
      Sample(kind: "Databricks token", secret: "da" + "pi" + hex(32)),
      Sample(kind: "HashiCorp Vault token", secret: "hv" + "s." + text(95)),
      Sample(kind: "Fly.io token", secret: "fm" + "2_" + text(140)),
      Sample(
        kind: "Private key",
        secret: "-----BEGIN " + "PRIVATE KEY-----\\n" + bytes(90).base64EncodedString() + "\\n-----END " + "PRIVATE KEY-----"),
      Sample(kind: "JSON Web Token", secret: webToken()),
      Sample(kind: "Basic credentials", secret: Data("robot:\(password())".utf8).base64EncodedString(), lead: "Basic "),
      Sample(kind: "Password in a URL", secret: password(), lead: "postgres://shop:", tail: "@db.internal/shop"),
      Sample(kind: "Hugging Face token", secret: "h" + "f_" + text(34, of: Self.lower + Self.lower.uppercased())),
      Sample(kind: "Grafana service account token", secret: "gl" + "sa_" + text(32) + "_" + hex(8)),
      Sample(kind: "Postman key", secret: "PM" + "AK-" + hex(24) + "-" + hex(34)),
    ]
    return list
  }
}
