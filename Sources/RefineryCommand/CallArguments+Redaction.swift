#if CommandLine
  import Foundation
  import HTTPTypes
  import RefineryCore

  extension CallArguments {
    /// Returns the redaction of an explanation. It shows the values of the standard lists, values that choose a part of a list,
    /// and values typed on this command line. A typed value stays hidden if its name is the name of a secret, or occurs in the
    /// query of the client's base URL.
    func redaction(for client: Client) -> Redaction {
      var redaction = Redaction(queryKeys: Redaction.listQueryKeys)
      // A typed name must not reveal a value in the base URL's query.
      let items = client.baseURL.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.queryItems } ?? []
      let hidden = Set(items.map { $0.name.lowercased() })
      redaction.queryKeys.subtract(hidden)
      let typed = (assignments + query).compactMap { $0.pair(separatedBy: "=")?.name }
      for name in typed where !redaction.isSecret(member: name) && !hidden.contains(name.lowercased()) {
        // In a URL the name is percent-encoded.
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~")))
        redaction.queryKeys.formUnion([name, encoded ?? name])
      }
      for line in header {
        let name = (line.pair(separatedBy: ":")?.name ?? line).trimmingCharacters(in: .whitespaces)
        guard let field = HTTPField.Name(name), !redaction.isSecret(member: name) else { continue }
        redaction.headers.insert(field)
      }
      return redaction
    }
  }
#endif
