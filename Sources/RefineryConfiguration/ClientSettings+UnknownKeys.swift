#if Configuration
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore

  extension ClientSettings {
    /// Returns one sentence for each environment variable in the client's scope that matches no key, such as a misspelled one.
    ///
    /// swift-configuration cannot list the keys of a provider, so such a variable changes nothing and is not a fault.
    /// ``ConfigurationCheck`` calls this function when the app starts and while it runs.
    ///
    /// - Parameters:
    ///   - names: the names of environment variables. Those outside the scope are ignored.
    ///   - scope: the scope of the client, such as `crm` for the variables that begin with `CRM_`. If the scope is empty, the
    ///     result is empty.
    ///   - table: the rows that can be overridden.
    ///   - keys: the options that can be overridden, in addition to `path` and `method`.
    ///   - own: the app's own keys in the scope, such as `oauth` for the variables that begin with `CRM_OAUTH`.
    static func unknownVariables(
      _ names: some Sequence<String>, scope: String, table: EndpointTable,
      keys: [any OverridableOption.Type] = ClientSettings.standardKeys, own: [String] = []
    ) -> [String] {
      guard !scope.isEmpty else { return [] }
      let scope = scope.split(separator: ".").map(String.init)
      let prefix = ConfigurationKey.variable(scope) + "_"
      let fields = prefix + "HEADERS_"
      let known = ConfigurationKey.written(table, keys).keys.map {
        ConfigurationKey.variable(scope + $0.split(separator: ".").map(String.init))
      }
      let own = own.map { ConfigurationKey.variable(scope + $0.split(separator: ".").map(String.init)) }
      return unknown(
        names.filter { name in
          name.uppercased().hasPrefix(prefix) && !(name.hasPrefix(fields) && name != fields)
            && !own.contains { name == $0 || name.hasPrefix($0 + "_") }
        }, among: known, "variable")
    }

    /// Returns one sentence for each member in the client's scope of a JSON file that matches no key, such as a misspelled one.
    ///
    /// It also reports a member that the file has twice, because swift-configuration may use either value. It reports JSON's
    /// null for a key whose value may be the text `null`, because swift-configuration treats JSON's null as a missing value.
    ///
    /// - Parameters:
    ///   - json: the file of a `FileProvider` or `ReloadingFileProvider`.
    ///   - scope: the scope of the client in the file, such as `crm`; empty for the whole file.
    ///   - table: the rows that can be overridden.
    ///   - keys: the options that can be overridden, in addition to `path` and `method`.
    ///   - own: the app's own keys in the scope, such as `oauth` for that key and for all keys below it.
    static func unknownKeys(
      json: Data, scope: String, table: EndpointTable, keys: [any OverridableOption.Type] = ClientSettings.standardKeys,
      own: [String] = []
    ) -> [String] {
      let document: JSONValue
      var faults: [String]
      do {
        document = try JSONValue(parsing: json)
        faults = try JSONValue.repeatedKeys(in: json).map { "the file repeats a name: \($0.description)" }
      } catch {
        return ["the file cannot be read: \(ErrorSummary.text(of: error))"]
      }
      let prefix = scope.isEmpty ? "" : scope + "."
      var members: [(path: String, value: JSONValue)] = []
      collect(document, at: "", into: &members)
      members.removeAll { !$0.path.lowercased().hasPrefix(prefix.lowercased()) }

      let known = ConfigurationKey.written(table, keys)
      var seen: Set<String> = []
      for (path, value) in members {
        if !seen.insert(path).inserted { faults.append("\(Redaction.escaped(path)): is set twice") }
        if value.isNull, known[String(path.dropFirst(prefix.count))]?.acceptsNull == true {
          faults.append("\(Redaction.escaped(path)): null is read as a missing value: write the text \"null\" for no limit")
        }
      }
      let candidates = seen.filter { path in
        !path.hasPrefix(prefix + "headers.") && !own.contains { path == prefix + $0 || path.hasPrefix("\(prefix)\($0).") }
      }
      return faults + unknown(candidates, among: known.keys.map { prefix + $0 }, "key")
    }

    /// Collects the members that are not objects, each with its path, as swift-configuration flattens a file.
    private static func collect(_ value: JSONValue, at path: String, into members: inout [(path: String, value: JSONValue)]) {
      guard let object = value.object else { return members.append((path, value)) }
      for (name, member) in object { collect(member, at: path.isEmpty ? name : "\(path).\(name)", into: &members) }
    }

    private static func unknown(_ names: some Sequence<String>, among known: [String], _ kind: String) -> [String] {
      let known = Set(known)
      let unknown = names.filter { !known.contains($0) }.sorted()
      guard !unknown.isEmpty else { return [] }
      let names = EndpointTable(kind, rows: known.sorted().map { Endpoint($0, .get, "key") })
      return unknown.map { name in
        let nearest = names.nearestName(to: name).map { "; did you mean \($0)?" } ?? ""
        return "\(Redaction.escaped(name)): there is no such \(kind)\(nearest)"
      }
    }
  }

  extension ConfigurationKey {
    /// Returns every key of a client by its full name, with the names of the table's rows in place of `<row>`. The keys of
    /// header fields are not included.
    static func written(_ table: EndpointTable, _ options: [any OverridableOption.Type]) -> [String: ConfigurationKey] {
      var written: [String: ConfigurationKey] = [:]
      let rows = table.configurableNames
      for key in all(options) where !key.name.contains("<name>") {
        let isLogged = key.name.hasPrefix("logging.rows.")
        let names = key.name.contains("<row>") ? (isLogged ? rows + [ConfigurationValues.tokenRow] : rows) : [""]
        for name in names { written[key.components(name).joined(separator: ".")] = key }
      }
      return written
    }

    /// Returns the environment variable of a key, as swift-configuration names it.
    static func variable(_ components: [String]) -> String {
      components.map { component in
        var words = ""
        for character in component {
          if words.last?.isLowercase == true, character.isUppercase { words.append("_") }
          words.append(character)
        }
        return String(words.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
      }.joined(separator: "_")
    }
  }
#endif
