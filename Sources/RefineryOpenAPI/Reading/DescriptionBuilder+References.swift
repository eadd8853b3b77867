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
    if let known = targets[key] {
      if known == nil { report(.fault, at: place, "the $ref \(reference) leads nowhere") }
      return known
    }
    let found = find(reference, from: place)
    targets[key] = .some(found)
    return found
  }

  private func find(_ reference: String, from place: DocumentPlace) -> DocumentNode? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts.first ?? "")
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    if let local = local(reference, path, fragment, from: place) { return local }
    guard !RelativePath.hasScheme(path) else {
      report(.left, at: place, "the $ref \(reference) is on the network and was not fetched")
      return nil
    }
    let file = path.isEmpty ? place.file : RelativePath.resolved(RelativePath.percentDecoded(path), from: place.file)
    guard let document = document(file, for: reference, at: place) else { return nil }
    let root = DocumentNode(value: document, place: DocumentPlace(file: file, pointer: ""))
    let decoded = RelativePath.percentDecoded(fragment)
    if let node = node(at: decoded, in: root) { return node }
    if decoded != fragment, let node = node(at: fragment, in: root) { return node }
    report(.fault, at: place, "the $ref \(reference) leads nowhere")
    return nil
  }

  /// Loads a file. A name of a schema where a `$ref` must be is read as that schema.
  private func document(_ file: String, for reference: String, at place: DocumentPlace) -> JSONValue? {
    var found: [Finding] = []
    defer { found.forEach(add) }
    do {
      return try store.document(file) { found.append($0) }
    } catch {
      report(.fault, at: place, "the $ref \(reference) leads to no file that can be read: \(error)")
      return nil
    }
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
