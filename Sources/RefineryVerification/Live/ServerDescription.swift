import FoundationEssentials
import HTTPTypes
package import RefineryCore
package import RefineryOpenAPI

/// The description that a running server has of itself.
package struct ServerDescription: Sendable {
  package let description: RefineryOpenAPI.Description
  /// The URL where it was found.
  package let source: String

  /// Where servers have their descriptions.
  private static let places = ["openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs"]

  /// Looks for a description at a URL, and at the usual places below it. Nil if there is none.
  ///
  /// - Parameter timeout: the time limit of each call.
  /// - Throws: `CallError` if there is no server.
  package init?(at url: String, over transport: any Transport, timeout: Duration? = .seconds(20)) async throws {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    let client = Client(baseURL: base, transport: transport)
    for (index, place) in ([url] + Self.places.map { "\(base)/\($0)" }).enumerated() {
      do {
        let reply = try await client.reply(to: Call<Okay>(Endpoint.direct(.get, place)).data.anyStatus(within: timeout))
        guard reply.head.status == .ok, let found = Self.read(reply.value, from: place) else { continue }
        (description, source) = (found, place)
        return
      } catch let error as CallError where index > 0 && error.kind != .cancelled {
        // The server has no such document.
        continue
      }
    }
    return nil
  }

  private static func read(_ data: Data, from place: String) -> RefineryOpenAPI.Description? {
    struct NotLoaded: Error {}
    let file = place.split(separator: "/").last.map(String.init) ?? "openapi"
    // Other files are not loaded from the network: what refers to them is a finding of the description.
    var isFirst = true
    let reader = DescriptionReader { _ in
      guard isFirst else { throw NotLoaded() }
      isFirst = false
      return data
    }
    return data.isEmpty ? nil : try? reader.read(file)
  }
}

extension Call<Data> {
  /// The call with a response of any status as its result, and with a time limit.
  func anyStatus(within timeout: Duration?) -> Call<Data> {
    options {
      $0.successCodes = StatusSet(100...599)
      $0.acceptedMediaTypes = []
      $0.timeout = timeout
    }
  }
}
