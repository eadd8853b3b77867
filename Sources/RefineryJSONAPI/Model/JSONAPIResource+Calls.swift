import HTTPTypes
public import RefineryCore

extension Updatable where Self: JSONAPIResource, DeclaredUpdatePath == URITemplate {
  /// PATCH to `updatePath`: JSON:API has no PUT.
  public static var updateEndpoint: Endpoint { endpoint(of: .update, .patch, updatePath) }
}

extension Updatable where Self: JSONAPIResource, Parent == Never {
  /// Updates several resources in one request: PATCH of a document with all of them to `path`.
  ///
  /// If a model has neither id nor local id, the call throws before the request.
  public static func update(_ models: [Self], nulls: NullPolicy = .null) -> Call<[Self]> {
    update(models.map { IdentifiedModel($0) }, nulls: nulls)
  }
}

/// A model that a document must name.
private struct IdentifiedModel<Model: JSONAPIResource>: Encodable, IdentifiedResource {
  let model: Model
  var identified: any JSONAPIResource { model }

  init(_ model: Model) { self.model = model }

  func encode(to encoder: any Encoder) throws { try model.encode(to: encoder) }
}

extension ScopedCall where Output: JSONAPIResource {
  /// The same call with an optional result: nil for an empty body, null data, a document with only meta, or a status 304.
  public var optional: ScopedCall<Output?, Parent> { decoding(Output?.self) }
}

extension Enumerable where Self: JSONAPIResource {
  /// Follows the links of each document; without links, counts `page[number]`.
  public static var pagination: Pagination? { .jsonAPI() }
}
