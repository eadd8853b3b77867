import Foundation
import RefineryTesting

/// Lines of logs, headers, bodies and settings as servers write them, full of text that looks random and is no secret.
struct SecretFreeTraffic {
  private var samples: SecretSamples

  init(seed: UInt64) { samples = SecretSamples(seed: seed) }

  mutating func lines(_ count: Int) -> [String] { (0..<count).map { line($0) } }

  private static let kinds = 56

  private mutating func line(_ index: Int) -> String {
    let time =
      "2026-0\(samples.number(1..<9))-1\(samples.number(0..<9))T1\(samples.number(0..<9)):21:41.\(samples.number(100..<999))Z"
    switch index % Self.kinds {
    case 0:
      return
        "\(time) INFO request_id=\(samples.uuid()) GET /people/\(samples.number(1..<9999)) 200 \(samples.number(1..<900))ms"
    case 1: return "ETag: \"\(samples.hex(32))\""
    case 2: return "etag: W/\"\(samples.hex(8))-\(samples.text(27))\""
    case 3: return #"{"id":"\#(ulid())","created":"\#(time)","sha":"\#(samples.hex(40))"}"#
    case 4: return "X-Request-Id: \(samples.text(32))"
    case 5: return "x-amz-id-2: \(samples.bytes(56).base64EncodedString())"
    case 6: return "X-Amz-Cf-Id: \(samples.text(54))=="
    case 7: return "CF-RAY: \(samples.hex(16))-FRA"
    case 8: return "traceparent: 00-\(samples.hex(32))-\(samples.hex(16))-01"
    case 9: return #"<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA\#(samples.bytes(180).base64EncodedString())">"#
    case 10: return #"{"thumbnail":"\#(samples.bytes(90).base64EncodedString())","width":64}"#
    case 11:
      return
        #"<script src="/app.\#(samples.hex(8)).js" integrity="sha384-\#(base64(48))"></script>"#
    case 12: return #""integrity": "sha512-\#(samples.bytes(64).base64EncodedString())","#
    case 13:
      return
        "Cookie: _ga=GA1.2.\(number()).\(number()); _fbp=fb.1.\(number()).\(number()); _gcl_au=1.1.\(number())"
    case 14: return "Set-Cookie: theme=dark; Path=/; Secure; SameSite=Lax; Expires=Wed, 21 Oct 2026 07:28:00 GMT"
    case 15: return "commit \(samples.hex(40))"
    case 16: return "index \(samples.hex(7))..\(samples.hex(7)) 100644"
    case 17: return #"{"next":"/people?page=2&cursor=\#(samples.text(40))","total":\#(samples.number(1..<9999))}"#
    case 18: return #"{"nextPageToken":"\#(samples.text(44))","items":[]}"#
    case 19: return "GET /landing?gclid=\(samples.text(90))&utm_source=mail HTTP/1.1"
    case 20: return "GET /?fbclid=IwAR\(samples.text(57)) HTTP/2"
    case 21: return #"{"token_type":"Bearer","expires_in":3600,"scope":"read write"}"#
    case 22: return #"{"usage":{"prompt_tokens":\#(samples.number(1..<999)),"completion_tokens":12,"total_tokens":99}}"#
    case 23:
      return
        "Content-Security-Policy: script-src 'nonce-\(base64(16))' 'sha256-\(base64(32))'"
    case 24: return "Authorization: redacted-\(samples.number(1..<99))"
    case 25: return #"{"password":"redacted-\#(samples.number(1..<99))","user":"ann"}"#
    case 26: return "export API_TOKEN=$VAULT_TOKEN PASSWORD=${DB_PASSWORD}"
    case 27: return #"authorization: "Bearer {{access_token}}""#
    case 28: return "Authorization: Bearer <token>"
    case 29: return "aws_access_key_id = AK" + "IAIOSFODNN7EXAMPLE"
    case 30: return #""node_id": "\#(Data("04:User\(samples.number(1..<999_999))".utf8).base64EncodedString())""#
    case 31: return "Digest: sha-256=\(samples.bytes(32).base64EncodedString())"
    case 32: return "docker pull registry.example.com/app@sha256:\(samples.hex(64))"
    case 33: return #"{"_id":{"$oid":"\#(samples.hex(24))"},"__v":0}"#
    case 34: return "https://docs.google.com/spreadsheets/d/1\(samples.text(43))/edit#gid=0"
    case 35: return "https://www.youtube.com/watch?v=\(samples.text(11))&list=PL\(samples.text(32))"
    case 36: return "\(time) WARN session expired for user \(samples.number(1..<999)), password reset requested"
    case 37: return #"{"error":"invalid_token","error_description":"The access token expired"}"#
    case 38: return "Password: required"
    case 39: return #"<input type="password" name="password" placeholder="Your password" autocomplete="current-password">"#
    case 40: return #"{"key":"user.settings.theme","value":"dark"}"#
    case 41: return "cache key: people:\(samples.hex(40)) miss"
    case 42: return "Idempotency-Key: \(samples.uuid())"
    case 43: return #"{"session_id":"\#(samples.uuid())","event":"page_view"}"#
    case 44: return "Last-Modified: Tue, 10 Mar 2026 10:4\(samples.number(0..<9)):00 GMT"
    case 45: return #"{"name":"X-Trace","value":"\#(samples.text(40))"}"#
    case 46: return #"{"name":"_ga","value":"GA1.1.\#(samples.number(1..<999_999_999)).1700000000","path":"/"}"#
    case 47: return "at App.Service.handle(Service.swift:\(samples.number(1..<999))) in thread 0x\(samples.hex(12))"
    case 48: return #"{"content":{"size":1234,"text":"\#(samples.bytes(300).base64EncodedString())","encoding":"base64"}}"#
    case 49: return "-----BEGIN CERTIFICATE----- MIID\(samples.bytes(300).base64EncodedString()) -----END CERTIFICATE-----"
    case 50: return "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\(samples.text(43)) ann@laptop"
    case 51:
      return
        "192.0.2.\(samples.number(1..<255)) - - [10/Mar/2026:10:00:00 +0000] \"POST /login HTTP/1.1\" 302 0 \"-\" \"curl/8\""
    case 52: return #"{"keys":[{"kty":"RSA","kid":"\#(samples.text(27))","n":"\#(samples.text(342))","e":"AQAB"}]}"#
    case 53: return "Report-To: {\"endpoints\":[{\"url\":\"https://a.nel.cloudflare.com/report/v4?s=\(samples.text(120))\"}]}"
    case 54: return #"{"sid":"CA\#(samples.hex(32))","account_sid":"AC\#(samples.hex(32))","status":"queued"}"#
    default: return "postgres://postgres:postgres@localhost:5432/app?sslmode=disable"
    }
  }

  private mutating func number() -> Int { samples.number(1..<999_999_999) }

  private mutating func base64(_ count: Int) -> String { samples.bytes(count).base64EncodedString() }

  private mutating func ulid() -> String { "01J" + samples.text(23, of: "0123456789ABCDEFGHJKMNPQRSTVWXYZ") }
}
