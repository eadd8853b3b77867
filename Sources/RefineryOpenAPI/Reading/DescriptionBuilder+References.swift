import RefineryJSON

/// `$ref`s of everything.
extension DescriptionBuilder {
  /// Follows the `$ref`s of anything but a schema. Returns nil, with a finding, if one of them leads nowhere or to itself.
  func resolved(_ node: DocumentNode) -> DocumentNode? {
    guard node.reference != nil else { return node }
    var current = node
    var seen: Set<DocumentPlace> = []
    while let reference = current.reference {
      guard seen.insert(current.place).inserted else {
        report(.fault, at: node.place, "the $ref leads back to itself; it was skipped")
        return nil
      }
      guard let next = target(of: reference, at: current.place) else { return nil }
      current = next
    }
    return current
  }

  /// The value that a `$ref` names. Returns nil, with a finding, if there is none.
  func target(of reference: String, at place: DocumentPlace) -> DocumentNode? {
    let key = TargetKey(reference: reference, file: place.file)
    let target = targets[key] ?? find(reference, from: place)
    targets[key] = target
    switch target {
    case .node(let node): return node
    case .readAs(let node, let reason):
      report(.fault, at: place, "the $ref \(reference) \(reason)")
      return node
    case .missing(let kind, let reason):
      report(kind, at: place, "the $ref \(reference) \(reason)")
      return nil
    }
  }

  private func find(_ reference: String, from place: DocumentPlace) -> ReferenceTarget {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var path = String(parts.first ?? "")
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    if let local = local(reference, path, fragment, from: place) { return .node(local) }
    var file = place.file
    if let selfURL, path == selfURL {
      file = rootFile
      path = ""
    }
    guard !RelativePath.hasScheme(path) else { return .missing(.left, "is on the network and was not fetched") }
    if !path.isEmpty { file = RelativePath.resolved(RelativePath.percentDecoded(path), from: place.file) }
    let document: JSONValue
    do {
      document = try store.document(file, findings: add)
    } catch {
      guard parts.count == 1, let node = namedSchemas[reference] else {
        return .missing(.fault, "leads to a file that cannot be read: \(error)")
      }
      return .readAs(node, "is only a name; it was read as that of a schema")
    }
    let root = DocumentNode(value: document, place: DocumentPlace(file: file, pointer: ""))
    let decoded = RelativePath.percentDecoded(fragment)
    if let node = node(at: decoded, in: root) { return .node(node) }
    if decoded != fragment, let node = node(at: fragment, in: root) { return .node(node) }
    return .missing(.fault, "leads nowhere")
  }

  /// A `$ref` by an identifier of the same file.
  private func local(_ reference: String, _ path: String, _ fragment: String, from place: DocumentPlace) -> DocumentNode? {
    guard path.isEmpty ? !fragment.isEmpty && !fragment.hasPrefix("/") : RelativePath.hasScheme(path) else { return nil }
    return identifiers(of: place.file)[path.isEmpty ? "#" + fragment : reference]
  }

  /// The value at a JSON pointer, or with an anchor. A `$ref` on the way is followed.
  private func node(at fragment: String, in root: DocumentNode) -> DocumentNode? {
    guard !fragment.isEmpty else { return root }
    guard fragment.utf8.first == UInt8(ascii: "/") else { return identifiers(of: root.place.file)["#" + fragment] }
    guard let pointer = try? JSONPointer(fragment) else { return nil }
    var current = root
    for token in pointer.tokens {
      guard let next = child(token, of: current) ?? throughReference(token, of: current) else { return nil }
      current = next
    }
    return current
  }

  private func child(_ token: String, of node: DocumentNode) -> DocumentNode? {
    guard case .array(let elements) = node.value else { return node[token] }
    guard let index = Int(token), elements.indices.contains(index), String(index) == token else { return nil }
    return DocumentNode(value: elements[index], place: node.place.appending(token))
  }

  private func throughReference(_ token: String, of node: DocumentNode) -> DocumentNode? {
    guard node.reference != nil, followedReferences < 100 else { return nil }
    followedReferences += 1
    defer { followedReferences -= 1 }
    return resolved(node).flatMap { child(token, of: $0) }
  }

  /// The values of a file with `$anchor`, `$dynamicAnchor` and `$id`, by what a `$ref` names them.
  private func identifiers(of file: String) -> [String: DocumentNode] {
    if let known = identifiersByFile[file] { return known }
    var identifiers: [String: DocumentNode] = [:]
    if let document = try? store.document(file, findings: { _ in }) {
      var open = [DocumentNode(value: document, place: DocumentPlace(file: file, pointer: ""))]
      while let node = open.popLast() {
        switch node.value {
        case .object(let object):
          for name in ["$dynamicAnchor", "$anchor"] {
            if let anchor = object[name]?.string { identifiers["#" + anchor] = node }
          }
          if let id = object["$id"]?.string { identifiers[id] = node }
          open += node.members.map(\.node)
        case .array: open += node.elements
        default: break
        }
      }
    }
    identifiersByFile[file] = identifiers
    return identifiers
  }
}

/// What a `$ref` leads to.
enum ReferenceTarget {
  case node(DocumentNode)
  /// The `$ref` is wrong, but it can be understood.
  case readAs(DocumentNode, String)
  case missing(Finding.Kind, String)
}
