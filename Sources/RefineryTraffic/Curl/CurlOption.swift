/// An option of a curl command that does not change the request, such as `--silent`.
struct CurlOption: Sendable, Hashable {
  /// The long name: `--max-time`.
  let name: String
  var values: [String]

  /// Whether its value is a credential, or a URL that may have one.
  var isSecret: Bool { Self.secret.contains(name) }

  private static let secret: Set<String> = [
    "--proxy-user", "--pass", "--proxy-pass", "--cert", "--proxy-cert", "--proxy", "--preproxy", "--proxy-header", "--key",
    "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--doh-url",
  ]

  /// What an option means for the request.
  enum Meaning: Sendable {
    case url, method, header, data, dataRaw, dataBinary, dataEncoded, json, form, formText, user, bearer, cookie, agent
    case referer, range, upload, query, get, head, next, plainURL
    /// It does not change the request.
    case kept
    /// It changes the request in a way that is not known here.
    case unsupported(String)
  }

  struct Kind: Sendable {
    let name: String
    let takesValue: Bool
    let meaning: Meaning
  }

  /// The kind of a long option, such as `--header`; nil if curl has no such option, or if it is not known here.
  static func kind(long name: String) -> Kind? { kinds[name] }

  /// The kind of a short option.
  static func kind(short letter: Character) -> Kind? { letters[letter].flatMap { kinds[$0] } }

  private static let letters: [Character: String] = [
    "X": "--request", "H": "--header", "d": "--data", "F": "--form", "u": "--user", "b": "--cookie", "A": "--user-agent",
    "e": "--referer", "r": "--range", "T": "--upload-file", "G": "--get", "I": "--head", "k": "--insecure",
    "L": "--location", "s": "--silent", "S": "--show-error", "v": "--verbose", "i": "--include", "f": "--fail",
    "g": "--globoff", "N": "--no-buffer", "#": "--progress-bar", "O": "--remote-name", "J": "--remote-header-name",
    "o": "--output", "w": "--write-out", "m": "--max-time", "0": "--http1.0", "1": "--tlsv1", "4": "--ipv4", "6": "--ipv6",
    "c": "--cookie-jar", "D": "--dump-header", "x": "--proxy", "U": "--proxy-user", "E": "--cert",
    "j": "--junk-session-cookies",
    "q": "--disable", "R": "--remote-time", "y": "--speed-time", "Y": "--speed-limit", "Z": "--parallel", "n": "--netrc",
    "K": "--config", ":": "--next", "a": "--append", "C": "--continue-at", "z": "--time-cond", "t": "--telnet-option",
    "Q": "--quote", "l": "--list-only", "p": "--proxytunnel", "P": "--ftp-port", "2": "--sslv2", "3": "--sslv3",
  ]

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    func add(_ names: String, _ takesValue: Bool, _ meaning: Meaning) {
      for name in names.split(separator: " ") {
        kinds["--\(name)"] = Kind(name: "--\(name)", takesValue: takesValue, meaning: meaning)
      }
    }
    add("url", true, .url)
    add("request", true, .method)
    add("header", true, .header)
    add("data data-ascii", true, .data)
    add("data-raw", true, .dataRaw)
    add("data-binary", true, .dataBinary)
    add("data-urlencode", true, .dataEncoded)
    add("json", true, .json)
    add("form", true, .form)
    add("form-string", true, .formText)
    add("user", true, .user)
    add("oauth2-bearer", true, .bearer)
    add("cookie", true, .cookie)
    add("user-agent", true, .agent)
    add("referer", true, .referer)
    add("range", true, .range)
    add("upload-file", true, .upload)
    add("url-query", true, .query)
    add("get", false, .get)
    add("head", false, .head)
    add("next", false, .next)
    add("globoff", false, .plainURL)
    add(
      "insecure location silent show-error verbose include fail fail-with-body fail-early no-buffer progress-bar "
        + "no-progress-meter remote-name remote-name-all remote-header-name http1.0 http1.1 http2 http2-prior-knowledge http3 "
        + "http3-only http0.9 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 ipv4 ipv6 compressed location-trusted post301 post302 "
        + "post303 junk-session-cookies disable remote-time parallel no-keepalive tcp-nodelay path-as-is ssl-no-revoke "
        + "ssl-revoke-best-effort proxy-insecure proxytunnel create-dirs no-alpn no-sessionid basic retry-all-errors "
        + "retry-connrefused styled-output no-styled-output tcp-fastopen cert-status ca-native raw tr-encoding "
        + "suppress-connect-headers no-npn clobber no-clobber skip-existing xattr trace-time trace-ids", false, .kept)
    add(
      "output write-out max-time cookie-jar dump-header proxy proxy-user cert key pass cacert capath connect-timeout retry "
        + "retry-delay retry-max-time max-redirs max-filesize limit-rate rate resolve connect-to interface unix-socket "
        + "abstract-unix-socket noproxy ciphers tls13-ciphers tls-max curves pinnedpubkey cert-type key-type proxy-header "
        + "proxy-cert proxy-pass preproxy socks5 socks5-hostname socks4 socks4a dns-servers keepalive-time local-port "
        + "speed-time speed-limit stderr trace trace-ascii output-dir parallel-max expect100-timeout doh-url proto "
        + "proto-redir proto-default happy-eyeballs-timeout-ms crlfile alt-svc hsts", true, .kept)
    let challenge = "the server's challenge decides on the field Authorization: give the field with --header"
    add("digest ntlm negotiate anyauth netrc netrc-optional", false, .unsupported(challenge))
    add("aws-sigv4", true, .unsupported("curl computes the signature: give the fields with --header"))
    add("config netrc-file", true, .unsupported("further options are in a file: put them into the command"))
    add("form-escape", false, .unsupported("write the names as they are sent"))
    add("request-target", true, .unsupported("put the target into the URL"))
    add("time-cond", true, .unsupported("give the field If-Modified-Since with --header"))
    add("continue-at", true, .unsupported("use --range"))
    add("append list-only sslv2 sslv3", false, .unsupported("it is not for HTTP"))
    add("telnet-option quote ftp-port", true, .unsupported("it is not for HTTP"))
    return kinds
  }()
}
