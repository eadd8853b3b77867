import RefineryJSON

/// What a description says of the whole API.
extension DescriptionBuilder {
  func readRoot(_ root: DocumentNode) {
    checkMembers(root, format == .swagger2 ? Self.swaggerMembers : Self.openAPIMembers, of: "a description")
    description.documentationURL = object(root, "externalDocs").flatMap { text($0, "url") }
    if let info = object(root, "info") {
      description.title = required(info, "title")
      description.version = required(info, "version")
      description.summary = text(info, "summary") ?? text(info, "description")
      description.licence = object(info, "license").flatMap { text($0, "name") }
    } else if !root.has("info") {
      report(.fault, at: root.place, "a description must have `info`")
    }
    description.servers = format == .swagger2 ? swaggerServers(root, schemes: nil) : servers(root) ?? []
    if format == .swagger2 {
      defaults.consumes = texts(root, "consumes") ?? []
      defaults.produces = texts(root, "produces") ?? []
    }
    var names: Set<String> = []
    for tag in array(root, "tags") ?? [] {
      guard tag.isObject, let name = text(tag, "name") else {
        report(.fault, at: tag.place, "a tag must be an object with a name; it was skipped")
        continue
      }
      if !names.insert(name).inserted {
        report(.fault, at: tag.place, "there is a tag of this name already; it was skipped")
        continue
      }
      description.tags.append(Tag(name: name, description: text(tag, "description")))
    }
    for (_, webhook) in object(root, "webhooks")?.members ?? [] {
      report(.left, at: webhook.place, "webhooks are not carried")
    }
  }

  private func required(_ node: DocumentNode, _ name: String) -> String {
    guard node.has(name) else {
      report(.fault, at: node.place, "it must have `\(name)`")
      return ""
    }
    return text(node, name) ?? ""
  }

  private static let openAPIMembers: Set<String> = [
    "openapi", "$self", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags",
    "externalDocs",
  ]
  private static let swaggerMembers: Set<String> = [
    "swagger", "info", "host", "basePath", "schemes", "consumes", "produces", "paths", "definitions", "parameters",
    "responses", "securityDefinitions", "security", "tags", "externalDocs",
  ]
}
