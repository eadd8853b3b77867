package import RefineryJSON

/// What a description says of an API, in one form for OpenAPI 3.0, 3.1, 3.2 and Swagger 2.
///
/// Everything has its place in the description: `$ref`s to path items, parameters, bodies, responses and headers are resolved,
/// and `$ref`s to schemas are kept, because schemas may contain themselves.
package struct Description: Sendable {
  /// The format and its version: `OpenAPI 3.1.0`, `Swagger 2.0`.
  package var format: String
  package var title: String
  /// The version of the API.
  package var version: String
  package var summary: String?
  /// The URL of further documentation.
  package var documentationURL: String?
  /// The licence of the description's API, as `info.license.name`.
  package var licence: String?
  package var servers: [Server] = []
  package var tags: [Tag] = []
  /// In the order of the description.
  package var operations: [Operation] = []
  /// The schemas that a `$ref` reaches, by their key, in the order of the description.
  package var schemas: [SchemaKey: NamedSchema] = [:]
  package var schemaOrder: [SchemaKey] = []
  /// The ways to authenticate, by name.
  package var securitySchemes: [String: SecurityScheme] = [:]
  /// What is wrong in the description, and what of it has no form here.
  package var findings: [Finding] = []
}

/// Something in a description that breaks its standard, or that is not carried.
package struct Finding: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The description breaks its own standard. It was read as far as it makes sense.
    case fault
    /// The description is right, and this part of it is not carried into the table.
    case left
    /// A guess, or something a reader should know.
    case note
  }
  package var kind: Kind
  /// The file, as it was named by the `$ref`s that lead to it, and the JSON pointer in it: `openapi.yaml#/paths/~1users/get`.
  package var pointer: String
  /// One sentence without a full stop: what it is, and what was done instead.
  package var reason: String

  package init(_ kind: Kind, at pointer: String, _ reason: String) {
    self.kind = kind
    self.pointer = pointer
    self.reason = reason
  }
}

package struct Tag: Sendable {
  package var name: String
  package var description: String?
}

package struct Server: Sendable, Hashable {
  /// The URL with its variables replaced by their defaults; relative URLs are kept.
  package var url: String
  package var description: String?
}

package struct Operation: Sendable {
  package var pointer: String
  package var id: String?
  /// In capitals: `GET`.
  package var method: String
  /// The template: `/users/{id}`.
  package var path: String
  package var tags: [String]
  package var summary: String?
  package var description: String?
  package var isDeprecated: Bool
  /// Those of the path item and of the operation. One of the operation replaces one of the path item with its name and place.
  package var parameters: [Parameter]
  package var body: RequestBody?
  /// In the order of the description.
  package var responses: [Response]
  /// The servers of the operation or of its path item, if they override those of the description; otherwise nil.
  package var servers: [Server]?
  /// The alternatives, of which one suffices; each is a list of schemes that apply together. Those of the description, unless
  /// the operation overrides them. Empty: none is needed.
  package var security: [[SecurityNeed]]
  /// Whether the operation has its own `security`.
  package var overridesSecurity: Bool
  /// Members that begin with `x-`.
  package var extensions: JSONValue.Object
  /// The URL of further documentation.
  package var documentationURL: String?
}

package struct SecurityNeed: Sendable, Hashable {
  package var scheme: String
  package var scopes: [String]
}

package struct SecurityScheme: Sendable {
  package enum Kind: Sendable, Hashable {
    case apiKey(name: String, Parameter.Place)
    /// `basic`, `bearer` or another scheme of RFC 9110, in small letters.
    case http(scheme: String)
    case oauth2(tokenURL: String?)
    case openIDConnect(url: String)
    case mutualTLS
  }
  package var kind: Kind
  package var description: String?
}

package struct Parameter: Sendable {
  package enum Place: String, Sendable, Hashable { case path, query, header, cookie, querystring }
  package enum Style: String, Sendable, Hashable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject, cookie
    /// Swagger 2's `collectionFormat: tsv`.
    case tabDelimited
  }
  package var pointer: String
  /// As in the description: `StartTime<`, `filter[]`.
  package var name: String
  package var place: Place
  package var isRequired: Bool
  package var isDeprecated: Bool
  package var description: String?
  package var style: Style
  package var explodes: Bool
  package var allowsReserved: Bool
  package var allowsEmptyValue: Bool
  package var schema: Schema
  /// The media type of a parameter that has `content` in place of a schema: its value is a document of that type.
  package var contentType: String?
  package var examples: [JSONValue]
}

package struct RequestBody: Sendable {
  package var pointer: String
  package var isRequired: Bool
  package var description: String?
  /// In the order of the description. Swagger 2's form parameters are one of these.
  package var content: [MediaType]
}

package struct MediaType: Sendable {
  package var pointer: String
  /// Without parameters, in small letters: `application/json`, `*/*`.
  package var type: String
  /// Nil if none is given.
  package var schema: Schema?
  /// The schema of each item of a sequence, of OpenAPI 3.2.
  package var itemSchema: Schema?
  /// How the properties of a form are written, by name.
  package var encoding: [String: Encoding]
  package var examples: [JSONValue]
}

package struct Encoding: Sendable {
  package var contentType: String?
  package var style: Parameter.Style?
  package var explodes: Bool?
  package var headers: [Header]
}

package struct Header: Sendable {
  package var pointer: String
  package var name: String
  package var description: String?
  package var isRequired: Bool
  package var schema: Schema?
}

package struct Response: Sendable {
  package enum Statuses: Sendable, Hashable {
    case code(Int)
    /// `4XX`: 4.
    case range(Int)
    case `default`
  }
  package var pointer: String
  package var statuses: Statuses
  package var description: String?
  package var content: [MediaType]
  package var headers: [Header]
}
