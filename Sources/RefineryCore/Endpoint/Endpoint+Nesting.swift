import HTTPTypes

extension Endpoint {
  /// A row below the row that addresses its parent, made once for each pair of rows: see ``nested(in:)``.
  ///
  /// Its name joins both names (`Post.Comment.read`). Its path joins both paths; the parent's `{id}` gets a new name
  /// (`posts/{post_id}/comments/{id}`). Everything else comes from the child's row.
  final class Nesting: Sendable {
    /// The row that addresses the parent.
    let parent: Endpoint
    /// The row below it.
    let row: Endpoint
    /// The names of the parent's values in the joined row, if they differ from the parent's own.
    let names: [String: String]

    init(_ child: Endpoint, in parent: Endpoint) {
      self.parent = parent
      let names = Self.names(of: parent, in: child)
      self.names = names
      var path = parent.path.nesting(child.path, renaming: names)
      if !parent.addressesOne {
        let reason = "\(parent.name) does not address one object: the part before a slash must be a read, such as Post.read(1)"
        path = URITemplate(path.text, unusable: reason)
      }
      let given = (parent.parameters ?? parent.path.variables) + (parent.path.uses("type") ? ["type"] : [])
      let inherited = given.map { names[$0] ?? $0 }.filter(path.uses)
      let own = child.parameters ?? child.path.variables
      var row = child
      row.name = "\(parent.nameOfOne).\(child.name)"
      row.path = path
      row.parameters = inherited.filter { !own.contains($0) } + own
      row.resourceName = child.resourceName
      self.row = row
    }

    /// Returns the new names of the parent's values. `{id}`, `{type}` and names that the child also has get the parent's name
    /// as a prefix.
    private static func names(of parent: Endpoint, in child: Endpoint) -> [String: String] {
      let variables = parent.path.variables
      var taken = Set(child.parameters ?? [])
      if !child.path.isAbsolute { taken.formUnion(child.path.variables) }
      let changing = variables.filter { $0 == "id" || $0 == "type" || taken.contains($0) }
      taken.formUnion(variables.filter { !changing.contains($0) })
      var names: [String: String] = [:]
      for name in changing.contains("id") ? changing : ["id"] + changing {
        let wanted = "\(parent.resourceName.variableName)_\(name)"
        var found = wanted
        var count = 1
        while !taken.insert(found).inserted {
          count += 1
          found = "\(wanted)_\(count)"
        }
        names[name] = found
      }
      return names
    }

    /// Joins the values of a call on the parent's row and of a call on the child's row.
    func values(_ parentValues: PathValues, _ childValues: PathValues) -> PathValues {
      var values = PathValues()
      for name in parentValues.names { values[names[name] ?? name] = parentValues[name] }
      if let type = names["type"], values[type] == .undefined { values[type] = .text(parent.resourceName) }
      for name in childValues.names { values[name] = childValues[name] }
      return values
    }
  }

  /// Whether the row addresses one object.
  private var addressesOne: Bool { operation == .read || operation == nil && [.get, .head].contains(method) }

  /// `Post` for `Post.read`; the whole name of every other row.
  private var nameOfOne: String { name.hasSuffix(".read") ? String(name.dropLast(5)) : name }
}

extension String {
  /// The name of a type as a template variable: `blog_post` for `BlogPost`.
  fileprivate var variableName: String {
    var name = ""
    var mayBreak = false
    for scalar in unicodeScalars {
      let isCapital = ("A"..."Z").contains(scalar)
      guard isCapital || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) else {
        if !name.isEmpty, name.last != "_" { name += "_" }
        mayBreak = false
        continue
      }
      if isCapital, mayBreak { name += "_" }
      mayBreak = !isCapital
      name += scalar.properties.lowercaseMapping
    }
    while name.last == "_" { name.removeLast() }
    return name.isEmpty ? "parent" : name
  }
}
