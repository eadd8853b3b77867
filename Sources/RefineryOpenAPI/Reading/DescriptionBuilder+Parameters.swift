import RefineryJSON

/// Parameters of paths and operations.
extension DescriptionBuilder {
  /// The parameters of a path or an operation, with `$ref`s followed.
  func parameterNodes(_ node: DocumentNode) -> [DocumentNode] {
    (array(node, "parameters") ?? []).compactMap { member in
      guard let target = resolved(member) else { return nil }
      guard target.isObject else {
        report(.fault, at: target.place, "a parameter must be an object, not \(target.value.kindName); it was skipped")
        return nil
      }
      return target
    }
  }

  /// The parameters of all lists. One of a later list replaces one of the same name and place.
  func merged(_ lists: [[DocumentNode]]) -> [Parameter] {
    var result: [Parameter] = []
    var positions: [ParameterKey: Int] = [:]
    for list in lists {
      var seen: Set<ParameterKey> = []
      for node in list {
        guard let parameter = parameter(node) else { continue }
        let key = ParameterKey(parameter)
        guard seen.insert(key).inserted else {
          report(.fault, at: node.place, "the list has a parameter of this name and place already; it was skipped")
          continue
        }
        if let position = positions[key] {
          result[position] = parameter
        } else {
          positions[key] = result.count
          result.append(parameter)
        }
      }
    }
    return result
  }

  private func parameter(_ node: DocumentNode) -> Parameter? {
    if let known = parameters[node.place] { return known }
    let parameter = readParameter(node)
    parameters[node.place] = .some(parameter)
    return parameter
  }

  private func readParameter(_ node: DocumentNode) -> Parameter? {
    guard let name = text(node, "name"), let placeName = text(node, "in") else {
      report(.fault, at: node.place, "a parameter needs `name` and `in`; it was skipped")
      return nil
    }
    if format == .swagger2, placeName == "body" || placeName == "formData" { return nil }
    guard let place = Parameter.Place(rawValue: placeName), isKnown(place) else {
      report(.fault, at: node.place, "there are no parameters in `\(placeName)`; it was skipped")
      return nil
    }
    var parameter = Parameter(
      pointer: node.place.description, name: name, place: place, isRequired: flag(node, "required") ?? false,
      isDeprecated: flag(node, "deprecated") ?? false, description: text(node, "description"),
      style: place == .query || place == .cookie ? .form : .simple, explodes: false,
      allowsReserved: flag(node, "allowReserved") ?? false, allowsEmptyValue: flag(node, "allowEmptyValue") ?? false,
      schema: Schema(.any, at: node.place.description), contentType: nil, examples: [])
    if place == .path, !parameter.isRequired {
      report(.fault, at: node.place, "a parameter of the path must be required; it was read as that")
      parameter.isRequired = true
    }
    if format == .swagger2 {
      readSwaggerValue(node, into: &parameter)
    } else {
      readValue(node, into: &parameter)
    }
    return parameter
  }

  private func isKnown(_ place: Parameter.Place) -> Bool {
    switch place {
    case .path, .query, .header: true
    case .cookie: format != .swagger2
    case .querystring: format >= .openAPI32
    }
  }

  private func readValue(_ node: DocumentNode, into parameter: inout Parameter) {
    checkMembers(node, Self.parameterMembers, of: "a parameter")
    parameter.examples = examples(node)
    readStyle(node, into: &parameter)
    if let member = node["schema"] {
      parameter.schema = schema(member)
    } else if let content = object(node, "content"), let media = self.content(content).first {
      parameter.contentType = media.type
      parameter.schema = media.schema ?? parameter.schema
      parameter.examples += media.examples
      if content.members.count > 1 { report(.fault, at: content.place, "it must have one media type; the first counts") }
    } else {
      report(.fault, at: node.place, "a parameter needs a schema; it was read as any value")
    }
  }

  private func readStyle(_ node: DocumentNode, into parameter: inout Parameter) {
    if let name = text(node, "style") {
      if let style = Parameter.Style(rawValue: name), Self.styles[parameter.place]?.contains(style) == true {
        parameter.style = style
      } else {
        report(
          .fault, at: node.place.appending("style"), "a parameter in \(parameter.place) has no style `\(name)`; it was skipped")
      }
    }
    parameter.explodes = flag(node, "explode") ?? (parameter.style == .form || parameter.style == .cookie)
  }

  private static let styles: [Parameter.Place: Set<Parameter.Style>] = [
    .path: [.matrix, .label, .simple], .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject], .header: [.simple],
    .cookie: [.form, .cookie],
  ]

  private static let parameterMembers: Set<String> = [
    "name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved", "schema",
    "example", "examples", "content",
  ]

  /// Two parameters with the same key are the same parameter. Names of headers are the same in any case.
  private struct ParameterKey: Hashable {
    var name: String
    var place: Parameter.Place

    init(_ parameter: Parameter) {
      name = parameter.place == .header ? parameter.name.lowercased() : parameter.name
      place = parameter.place
    }
  }
}
