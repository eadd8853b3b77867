public import FoundationEssentials
import HTTPTypes
import RefineryCore

extension Traffic {
  /// Reads one or more curl commands for bash, such as those that a browser copies ("Copy as cURL"). They may have all kinds of
  /// quotes and continued lines. A comment `# name: NAME` before a command gives the exchange its name.
  ///
  /// An unknown option is an error. Options that do not change the request, such as `--silent`, are kept. Fields that curl
  /// itself adds, such as `User-Agent`, are not part of the exchange.
  ///
  /// - Parameters:
  ///   - script: the commands.
  ///   - variables: the values of `$NAME` and `${NAME}`. Other expansions of the shell are errors, and nothing is run.
  ///   - readFile: returns the content of a file that a command names, such as `@body.json`. Without it, such a command is an
  ///     error.
  /// - Throws: ``TrafficError`` with the line.
  public init(
    curl script: String, variables: [String: String] = [:], readingFiles readFile: ((String) throws -> Data)? = nil
  ) throws(TrafficError) {
    var exchanges: [TrafficExchange] = []
    for command in try ShellScript.commands(in: script, variables: variables) {
      let name = command.comment?.hasPrefix("name: ") ?? false ? String(command.comment?.dropFirst(6) ?? "") : ""
      var words = command.words[...]
      // The prompt of a terminal.
      if let text = words.first?.text, text == "$" || text == "%", !(words.first?.isQuoted ?? true) { words.removeFirst() }
      guard let first = words.popFirst() else { continue }
      guard let program = first.text?.split(separator: "/").last, program == "curl" || program == "curl.exe" else {
        throw TrafficError(.curl, at: "line \(first.line)", "the command is not curl")
      }
      // Each part of a command with --next is a command of its own.
      while !words.isEmpty {
        let reader = CurlReader(line: first.line, readFile: readFile)
        exchanges += try reader.exchanges(of: &words, named: name)
      }
    }
    guard !exchanges.isEmpty else { throw TrafficError(.curl, "it has no curl command with a URL") }
    self.init(exchanges)
  }
}

/// Reads the options of one command.
struct CurlReader {
  let line: Int
  let readFile: ((String) throws -> Data)?

  func fault(_ reason: String, at line: Int? = nil) -> TrafficError {
    TrafficError(.curl, at: "line \(line ?? self.line)", reason)
  }

  /// Reads to the end of the words or to `--next`.
  func exchanges(of words: inout ArraySlice<ShellWord>, named name: String) throws(TrafficError) -> [TrafficExchange] {
    var request = CurlRequest()
    var onlyURLs = false
    while let word = words.popFirst() {
      guard !onlyURLs, word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 else {
        request.urls.append(word)
        continue
      }
      let text = try self.text(of: word)
      if text == "--" {
        onlyURLs = true
      } else if text.hasPrefix("--") {
        guard let kind = CurlOption.kind(long: text) else { throw unknown(text, word) }
        if case .next = kind.meaning { break }
        try apply(kind, kind.takesValue ? value(of: text, from: &words, word) : nil, to: &request, word)
      } else {
        if text == "-:" { break }
        try readLetters(text, word, &words, &request)
      }
    }
    return try request.exchanges(named: name, by: self)
  }

  private func unknown(_ option: String, _ word: ShellWord) -> TrafficError {
    // A value may be joined to it.
    let name = option.prefix { $0 != "=" && $0 != " " }
    return fault("the option \(name) is not known here: take it away if the request does not need it", at: word.line)
  }

  private func value(of option: String, from words: inout ArraySlice<ShellWord>, _ word: ShellWord) throws(TrafficError)
    -> ShellWord
  {
    guard let value = words.popFirst() else { throw fault("the option \(option) has no value", at: word.line) }
    return value
  }

  /// `-sSL`, `-XPOST`, `-H 'A: b'`.
  private func readLetters(
    _ text: String, _ word: ShellWord, _ words: inout ArraySlice<ShellWord>, _ request: inout CurlRequest
  ) throws(TrafficError) {
    var rest = text.dropFirst()
    while let letter = rest.popFirst() {
      guard let kind = CurlOption.kind(short: letter) else { throw unknown("-\(letter)", word) }
      guard kind.takesValue else {
        try apply(kind, nil, to: &request, word)
        continue
      }
      let value: ShellWord
      if rest.isEmpty {
        value = try self.value(of: "-\(letter)", from: &words, word)
      } else {
        value = ShellWord(bytes: Array(rest.utf8), line: word.line)
      }
      return try apply(kind, value, to: &request, word)
    }
  }

  func text(of word: ShellWord) throws(TrafficError) -> String {
    guard let text = word.text else { throw fault("a word is not UTF-8, and only a body can be that", at: word.line) }
    return text
  }

  func file(_ path: String) throws(TrafficError) -> Data {
    guard path != "-" else { throw fault("a body comes from standard input: put it into the command, or into a file") }
    guard let readFile else { throw fault("it names the file \(path), and files are not read here") }
    do { return try readFile(path) } catch { throw fault("the file \(path) cannot be read") }
  }

  private func apply(
    _ kind: CurlOption.Kind, _ word: ShellWord?, to request: inout CurlRequest, _ option: ShellWord
  ) throws(TrafficError) {
    let word = word ?? option
    switch kind.meaning {
    case .url: request.urls.append(word)
    case .method:
      let method = try text(of: word)
      if let reason = MessageRules.fault(method: method) { throw fault(reason, at: word.line) }
      request.method = method
    case .header: try request.addHeader(word, by: self)
    case .data: try request.addData(word, strips: true, by: self)
    case .dataBinary: try request.addData(word, strips: false, by: self)
    case .dataRaw: request.data.append((Data(word.bytes), isJSON: false))
    case .dataEncoded: try request.addEncoded(text(of: word), by: self)
    case .json: try request.addJSON(word, by: self)
    case .form: try request.form.append(CurlForm.part(text(of: word), isText: false, by: self))
    case .formText: try request.form.append(CurlForm.part(text(of: word), isText: true, by: self))
    case .user:
      let login = try text(of: word)
      guard login.utf8.contains(0x3A) else { throw fault("curl asks for a password: give --user name:password", at: word.line) }
      request.user = login
    case .bearer: request.bearer = try text(of: word)
    case .cookie:
      let text = try text(of: word)
      if text.contains("=") {
        request.cookies.append(text)
      } else if text.isEmpty {
        request.keep(CurlOption(name: kind.name, values: [text]))
      } else {
        throw fault("the cookies are in a file: give them with --cookie 'name=value'", at: word.line)
      }
    case .agent where word.bytes.isEmpty:
      try request.addHeader(ShellWord(bytes: Array("User-Agent:".utf8), line: word.line), by: self)
    case .agent: request.agent = try text(of: word)
    case .referer: request.referer = try text(of: word)
    case .range: request.range = try text(of: word)
    case .upload: request.upload = try text(of: word)
    case .query: request.queries.append(try text(of: word))
    case .get: request.movesDataToQuery = true
    case .head: request.isHead = true
    case .plainURL: request.takesPlainURLs = true
    case .next: break
    case .kept:
      let values = kind.takesValue ? [try text(of: word)] : []
      request.keep(CurlOption(name: kind.name, values: values))
    case .unsupported(let advice):
      throw fault("the option \(kind.name) cannot be converted: \(advice)", at: option.line)
    }
  }
}
