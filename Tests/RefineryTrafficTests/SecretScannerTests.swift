import Foundation
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryTraffic

@Suite struct SecretScannerTests {
  private let scanner = SecretScanner()

  @Test(
    "S10: fifty planted secrets of more than 25 kinds are found in a log, each at its place",
    arguments: 1...5 as ClosedRange<UInt64>)
  func log(seed: UInt64) throws {
    var samples = SecretSamples(seed: seed)
    var traffic = SecretFreeTraffic(seed: seed)
    let planted = samples.all()
    #expect(planted.count >= 50 && Set(planted.map(\.kind)).count >= 25)
    var lines: [String] = []
    var places: [Int] = []
    for sample in planted {
      lines += traffic.lines(20)
      lines.append("2026-03-10 INFO sent \(sample.planted) to the server")
      places.append(lines.count)
    }
    let findings = scanner.findings(in: lines.joined(separator: "\n"))
    let missed = zip(places, planted).filter { place, _ in !findings.contains { $0.line == place } }
    #expect(findings.map(\.line) == places, "missed: \(missed)")
    #expect(findings.map(\.kind) == planted.map(\.kind))
  }

  @Test("S10: the same secrets are found in the strings of JSON, with a pointer")
  func json() throws {
    var samples = SecretSamples(seed: 6)
    let planted = samples.all()
    let exchanges = planted.map { sample -> JSONValue in
      ["request": ["headers": ["Accept: */*", .string("X-Note: \(sample.planted)")], "text": ""]]
    }
    let cassette: JSONValue = ["cassette": 1, "exchanges": .array(exchanges)]
    let findings = scanner.findings(in: cassette.text(pretty: true))
    #expect(findings.map(\.kind) == planted.map(\.kind))
    #expect(findings.map(\.pointer) == planted.indices.map { "/exchanges/\($0)/request/headers/1" })
  }

  @Test("S10: the same secrets are found in a HAR whose bodies are in Base64")
  func base64() throws {
    var samples = SecretSamples(seed: 7)
    let planted = samples.all()
    let entries = planted.map { sample -> JSONValue in
      let body = Data(#"{"note":"see \#(sample.planted) "}"#.utf8).base64EncodedString()
      return ["response": ["content": ["mimeType": "application/json", "text": .string(body), "encoding": "base64"]]]
    }
    let har: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    let findings = scanner.findings(in: har.text())
    #expect(findings.map(\.kind) == planted.map(\.kind))
    #expect(findings.map(\.pointer) == planted.indices.map { "/log/entries/\($0)/response/content/text" })
  }

  @Test("S10: nothing is found in 5,000 lines of ordinary traffic", arguments: 1...5 as ClosedRange<UInt64>)
  func ordinary(seed: UInt64) {
    var traffic = SecretFreeTraffic(seed: seed)
    let lines = traffic.lines(5000)
    let findings = scanner.findings(in: lines.joined(separator: "\n"))
    #expect(findings.isEmpty, "\(findings.prefix(5).map { "\($0) <- \(lines[$0.line - 1].prefix(150))" })")
  }

  @Test(
    "S10: secrets are found by the names of members, fields, parameters, elements, options and pairs",
    arguments: [
      #"{"password":"tr0ub4dor"}"#, #"{"user":{"Password" : "swordfish"}}"#, "POST /login password=tr0ub4dor&user=ann",
      "GET /login?user=ann&pwd=tr0ub4dor HTTP/1.1", "<password>tr0ub4dor</password>", "DB_PASSWORD=tr0ub4dor",
      "--password tr0ub4dor",
      #"settings["password"] = "tr0ub4dor""#, #"{"name":"password","value":"tr0ub4dor"}"#,
      #"{"value":"tr0ub4dor","name":"password"}"#,
      #"{"body":"{\"password\":\"tr0ub4dor\"}"}"#, "body=%7B%22password%22%3A%22tr0ub4dor%22%7D",
      "curl -u ann:tr0ub4dor https://a.test",
      "https://ann:tr0ub4dor@a.test/", #"{"otp":"482913"}"#, "password: tr0ub4dor", #"password => "tr0ub4dor""#,
      #"{"pass\u0077ord":"tr0ub4dor"}"#, "<ns:password>tr0ub4dor</ns:password>",
      #"<wsse:Password Type="x">tr0ub4dor</wsse:Password>"#, "<password type='x'>tr0ub4dor</password>",
    ])
  func names(text: String) {
    let findings = scanner.findings(in: text)
    #expect(findings.count == 1, "\(findings)")
    #expect(!"\(findings)".contains("tr0"))
  }

  @Test(
    "S10: tokens without a form of their own are found by their names",
    arguments: [
      "X-Api-Key: {}", #"{"access_token":"{}"}"#, "Authorization: Bearer {}", "authorization: {}", "Authorization: Token {}",
      "GET /?api_key={} HTTP/1.1", #"{"name":"x-api-key","value":"{}"}"#, "client_secret={}", "sessionid={}; Path=/",
      "token: {}",
      #"{"headers":["Authorization: Bearer {}"]}"#, "<accessToken>{}</accessToken>",
    ])
  func namedTokens(form: String) {
    var samples = SecretSamples(seed: 8)
    for _ in 0..<20 {
      let text = form.replacing("{}", with: samples.text(32))
      #expect(scanner.findings(in: text).count == 1, "\(text)")
    }
  }

  @Test("S10: session cookies of Express, of Iron and of more than 512 characters are found")
  func sessions() {
    var samples = SecretSamples(seed: 18)
    for _ in 0..<20 {
      for value in [
        "s%3A" + samples.text(32) + "." + samples.text(43, of: SecretSamples.alphanumeric + "+/"),
        "Fe26.2*1*" + samples.hex(64) + "*" + samples.text(22) + "*" + samples.text(86), samples.text(700),
      ] {
        #expect(scanner.findings(in: "Cookie: connect.sid=\(value); a=b").count == 1, "\(value)")
        #expect(scanner.findings(in: "Cookie: session=\(value); a=b").count == 1, "\(value)")
      }
    }
  }

  @Test("S10: a key that begins with a slash, and a token in the colours of a terminal, are found")
  func slashesAndColors() {
    var samples = SecretSamples(seed: 19)
    for _ in 0..<20 {
      #expect(scanner.findings(in: "aws_secret_access_key=/\(samples.text(39))").count == 1)
      let finding = scanner.findings(in: "\u{1B}[1;32m\(samples.checked("gh" + "p"))\u{1B}[0m").first
      #expect(finding?.kind == "GitHub token" && finding?.column == 8)
    }
    #expect(scanner.findings(in: "token=/var/lib/service/9/app1/x").isEmpty)
  }

  @Test("S10: random text under a name that says nothing is found by its entropy")
  func entropy() {
    var samples = SecretSamples(seed: 9)
    for _ in 0..<50 {
      let findings = scanner.findings(in: #"{"license":"\#(samples.text(40))"}"#)
      #expect(findings.map(\.method) == [.entropy])
    }
  }

  @Test(
    "S10: marks of cassettes, placeholders and examples are no findings",
    arguments: [
      #"{"password":"redacted-7"}"#, "password=<password>", "token=$TOKEN", "token=${TOKEN}", "Authorization: Bearer {{token}}",
      "password=xxxxxxxx1", "password=********", "api_key=your-api-key-0001", "password: changeme1", #"{"password":"string"}"#,
      #"{"password":"Password"}"#, "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "password = getPassword2()",
      "https://user:password@host/", "https://git@github.com/a/b", "token=00000000000000000000", #"{"token":"[REDACTED]"}"#,
      "let token: Token2", #"{"boundary":"----WebKitFormBoundary7MA4YWxkTrZu0gW9"}"#,
      #"{"access_token":"2YotnFZFEjr1zCsicMWpAA"}"#,
      "if password == \"tr0ub4dor\" {", #"{"access_token":null}"#, #"{"pin":"0000"}"#,
    ])
  func placeholders(text: String) {
    let findings = scanner.findings(in: text)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("S10: a private key of ssh-keygen is found, although its head has a run of equal letters")
  func openSSH() {
    var samples = SecretSamples(seed: 17)
    let head = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU" + "AAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz"
    let key =
      "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n" + head + "\n" + samples.bytes(200).base64EncodedString() + "\n-----END"
    #expect(scanner.findings(in: key).map(\.kind) == ["Private key"])
  }

  @Test(
    "S10: a finding does not print the value of `name` or `path`, unless it is a name",
    arguments: [
      #"{"name":"password=hunter22","value":"Abc12345"}"#, #"{"value":"Abc12345","path":"/reset?password=hunter22"}"#,
    ])
  func pairNames(text: String) {
    let findings = scanner.findings(in: text)
    #expect(!"\(findings)".contains("hunter22") && !"\(findings.map(\.method))".contains("hunter22"))
  }

  @Test("S10: GitHub's checksum makes a token certain, and a wrong one only likely")
  func checksum() {
    var samples = SecretSamples(seed: 10)
    let good = samples.checked("gh" + "p")
    let bad = "gh" + "p_" + samples.text(36)
    #expect(scanner.findings(in: good).map(\.confidence) == [.certain])
    #expect(scanner.findings(in: bad).map(\.confidence) == [.likely])
    // The token that GitHub's engineers published, with its checksum.
    #expect(Checksum.holds(Array("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17".utf8)))
  }

  @Test("S10: a finding shows at most four characters of a secret, and none of a password")
  func masked() {
    var samples = SecretSamples(seed: 11)
    for sample in samples.all() {
      let findings = scanner.findings(in: " \(sample.planted) ", named: "a.log")
      let shown = "\(findings) \(String(reflecting: findings))"
      for start in sample.secret.indices.dropLast(5) {
        let part = sample.secret[start...].prefix(6)
        #expect(!shown.contains(part) || findings.contains { $0.kind.contains(part) }, "\(sample.kind)")
      }
    }
    let finding = scanner.findings(in: "password=tr0ub4dor").first
    #expect(finding?.masked == "… (9 characters)")
  }

  @Test("S10: a fingerprint stays the same when a secret moves, and an allow-list with it silences a finding")
  func allowList() throws {
    var samples = SecretSamples(seed: 12)
    let token = samples.checked("gh" + "p")
    let first = try #require(scanner.findings(in: token, named: "a").first)
    let second = try #require(scanner.findings(in: "\n\n  \(token)", named: "b").first)
    #expect(first.fingerprint == second.fingerprint && second.line == 3 && second.column == 3)
    let list = try SecretAllowList("# comment\r\n\r\n\(first.fingerprint)  made up for a test\r\n")
    #expect(SecretScanner(allowing: list).findings(in: token).isEmpty)
    for bad in ["\(first.fingerprint)", "xyz reason", "\(first.fingerprint.dropLast()) reason"] {
      #expect(throws: SecretScanError.self) { try SecretAllowList(bad) }
    }
  }

  @Test("S10: a secret after more than 10,000 allowed findings is found, and further findings are an error of the file")
  func manyFindings() throws {
    var samples = SecretSamples(seed: 16)
    let (known, token) = (samples.checked("gh" + "p"), samples.checked("gh" + "p"))
    let text = String(repeating: "\(known)\n", count: SecretStream.mostFindings + 10) + token
    let first = try #require(scanner.findings(in: known).first)
    let allowing = SecretScanner(allowing: try SecretAllowList("\(first.fingerprint) made up for a test"))
    let file = FileManager.default.temporaryDirectory.appending(path: "many-\(UUID().uuidString).log")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    #expect(allowing.findings(in: text).map(\.line) == [SecretStream.mostFindings + 11])
    let found = allowing.findings(inFile: file.path)
    #expect(found.findings.map(\.line) == [SecretStream.mostFindings + 11] && found.error == nil)

    let cut = scanner.findings(inFile: file.path)
    #expect(cut.findings.count == SecretStream.mostFindings)
    #expect(cut.error?.description.hasSuffix("has more than 10000 findings: the others are not reported") == true)
  }

  @Test("S10: the fingerprint of a password does not depend on the password, only on its place, name and length")
  func passwordFingerprint() {
    let findings = ["password=tr0ub4dor", "password=h0rseb4tt", "passwd=tr0ub4dor"].flatMap { scanner.findings(in: $0) }
    #expect(findings.count == 3)
    #expect(findings.first?.fingerprint == findings.dropFirst().first?.fingerprint)
    #expect(findings.first?.fingerprint != findings.last?.fingerprint)
  }

  @Test("S10: chunks of any size and lines of any length give the same findings")
  func chunks() {
    var samples = SecretSamples(seed: 13)
    var traffic = SecretFreeTraffic(seed: 13)
    let planted = samples.all()
    // One line of about a megabyte, so that the chunks end within secrets, escapes and Base64.
    let parts = planted.flatMap { traffic.lines(120) + [" \($0.planted) "] }
    for separator in ["\n", "\t"] {
      let data = Data(parts.joined(separator: separator).utf8)
      let whole = findings(in: data, by: 1 << 24)
      #expect(whole.count == planted.count)
      for size in [65_537, 262_144] { #expect(findings(in: data, by: size) == whole) }
    }
  }

  private func findings(in data: Data, by size: Int) -> [SecretFinding] {
    var stream = SecretStream(file: "f", head: Array(data.prefix(100))[...])
    var rest = data[...]
    while !rest.isEmpty {
      stream.append(rest.prefix(size), isLast: false)
      rest = rest.dropFirst(size)
    }
    stream.append([], isLast: true)
    return stream.findings
  }

  @Test("S10: a secret is found at any place of a long text in Base64")
  func longBase64() {
    var samples = SecretSamples(seed: 14)
    for offset in [0, 30_000, 36_863, 36_900, 49_151, 100_000, 200_000] {
      let token = samples.checked("gh" + "p")
      let text = String(repeating: "word ", count: offset / 5) + token + String(repeating: " word", count: 20_000)
      let findings = scanner.findings(in: #"{"text":"\#(Data(text.utf8).base64EncodedString())"}"#)
      #expect(findings.map(\.kind) == ["GitHub token"], "\(offset)")
      #expect(findings.first?.pointer == "/text")
    }
  }

  @Test("S10: text in UTF-16, and a fixed format in binary content, are read")
  func encodings() throws {
    var samples = SecretSamples(seed: 15)
    let token = samples.checked("gh" + "p")
    let wide = try #require("\u{FEFF}a\nkey \(token)\n".data(using: .utf16LittleEndian))
    #expect(scanner.findings(in: wide, named: "w").map(\.line) == [2])
    let binary = Data([0, 1, 2, 0xFF]) + Data(token.utf8) + Data([0])
    #expect(scanner.findings(in: binary, named: "b").map(\.kind) == ["GitHub token"])
  }

  @Test("S10: SHA-256 agrees with the vectors of FIPS 180-4")
  func digest() {
    func text(_ message: String) -> String { SHA256.digest(Array(message.utf8)).map { String(format: "%02x", $0) }.joined() }
    #expect(text("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(text("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
