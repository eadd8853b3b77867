#if CommandLine
  import Foundation
  import HTTPTypes
  import RefineryCore

  extension CallArguments {
    /// The values that an explanation may show: the standard lists, and the values typed on this command line, unless their names are
    /// those of secrets.
    var redaction: Redaction {
      var redaction = Redaction()
      let typed = (assignments + query).compactMap { $0.split(separator: "=").first.map(String.init) }
      for name in typed where !redaction.isSecret(member: name) {
        // In a URL the name is percent-encoded.
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~")))
        redaction.queryKeys.formUnion([name, encoded ?? name])
      }
      for line in header {
        let name = line.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
        guard let field = HTTPField.Name(name), !redaction.isSecret(member: name) else { continue }
        redaction.headers.insert(field)
      }
      // A typed name must not reveal a value in the base URL's query.
      let base = baseURL.flatMap { URLComponents(string: $0)?.queryItems?.map { $0.name.lowercased() } } ?? []
      redaction.queryKeys.subtract(base)
      return redaction
    }
  }
#endif
