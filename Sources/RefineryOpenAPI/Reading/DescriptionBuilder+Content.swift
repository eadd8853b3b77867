import RefineryJSON

/// Bodies of requests and responses.
extension DescriptionBuilder {
  func body(_ member: DocumentNode) -> RequestBody? {
    guard let node = resolved(member) else { return nil }
    if let known = bodies[node.place] { return known }
    let body = readBody(node)
    bodies[node.place] = .some(body)
    return body
  }

  private func readBody(_ node: DocumentNode) -> RequestBody? {
    guard node.isObject else {
      report(.fault, at: node.place, "a body must be an object, not \(node.value.kindName); it was skipped")
      return nil
    }
    checkMembers(node, ["description", "content", "required"], of: "a body")
    let content = object(node, "content").map(self.content) ?? []
    if content.isEmpty { report(.fault, at: node.place, "a body needs a media type") }
    return RequestBody(
      pointer: node.place.description, isRequired: flag(node, "required") ?? false, description: text(node, "description"),
      content: content)
  }

  /// The media types of `content`, each once.
  func content(_ node: DocumentNode) -> [MediaType] {
    var names: Set<String> = []
    return node.members.compactMap { name, member in
      let type = Self.mediaType(name)
      guard let media = resolved(member) else { return nil }
      guard media.isObject else {
        report(.fault, at: media.place, "a media type must be an object, not \(media.value.kindName); it was skipped")
        return nil
      }
      if !type.contains("/") { report(.fault, at: member.place, "it is no media type") }
      guard names.insert(type).inserted else {
        report(.left, at: member.place, "there is the media type \(type) already; it was skipped")
        return nil
      }
      return mediaType(media, type)
    }
  }

  /// A media type without parameters, in small letters.
  static func mediaType(_ name: String) -> String {
    let type = name.prefix { $0 != ";" }
    return type.split(whereSeparator: \.isWhitespace).joined().lowercased()
  }

  private func mediaType(_ node: DocumentNode, _ type: String) -> MediaType {
    checkMembers(node, Self.mediaTypeMembers, of: "a media type")
    var media = MediaType(
      pointer: node.place.description, type: type, schema: node["schema"].map { schema($0) },
      itemSchema: node["itemSchema"].map { schema($0) }, encoding: [:], examples: examples(node))
    for (name, member) in object(node, "encoding")?.members ?? [] {
      guard member.isObject else {
        report(.fault, at: member.place, "an encoding must be an object, not \(member.value.kindName); it was skipped")
        continue
      }
      media.encoding[name] = encoding(member)
    }
    for name in ["prefixEncoding", "itemEncoding"] where node.has(name) {
      report(.left, at: node.place.appending(name), "encodings by position are not carried")
    }
    return media
  }

  private func encoding(_ node: DocumentNode) -> Encoding {
    let style = text(node, "style").flatMap { name -> Parameter.Style? in
      if let style = Parameter.Style(rawValue: name), Self.formStyles.contains(style) { return style }
      report(.fault, at: node.place.appending("style"), "there is no style `\(name)` of a form; it was skipped")
      return nil
    }
    if flag(node, "allowReserved") == true {
      report(.left, at: node.place.appending("allowReserved"), "reserved characters of a form are escaped all the same")
    }
    for name in ["encoding", "prefixEncoding", "itemEncoding"] where node.has(name) {
      report(.left, at: node.place.appending(name), "encodings of parts of a part are not carried")
    }
    return Encoding(
      contentType: text(node, "contentType"), style: style, explodes: flag(node, "explode"), headers: headers(node))
  }

  /// The `headers` of a response or an encoding.
  func headers(_ node: DocumentNode) -> [Header] {
    (object(node, "headers")?.members ?? []).compactMap { name, member in
      guard let target = resolved(member) else { return nil }
      guard target.isObject else {
        report(.fault, at: target.place, "a header must be an object, not \(target.value.kindName); it was skipped")
        return nil
      }
      var header = headers[target.place] ?? readHeader(target)
      headers[target.place] = header
      header.name = name
      return header
    }
  }

  private func readHeader(_ node: DocumentNode) -> Header {
    var header = Header(
      pointer: node.place.description, name: "", description: text(node, "description"),
      isRequired: flag(node, "required") ?? false, schema: nil)
    if format == .swagger2 {
      header.schema = schema(swaggerSchema(node))
    } else if let member = node["schema"] {
      header.schema = schema(member)
    } else if let content = object(node, "content") {
      header.schema = self.content(content).first?.schema
    }
    return header
  }

  private static let formStyles: Set<Parameter.Style> = [.form, .spaceDelimited, .pipeDelimited, .deepObject]
  private static let mediaTypeMembers: Set<String> = [
    "schema", "itemSchema", "example", "examples", "encoding", "prefixEncoding", "itemEncoding",
  ]
}
